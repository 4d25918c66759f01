import { type ExpressionBuilder, sql } from "kysely";
import { balanceRow, budgetOf } from "../budgets/balance-rows.ts";
import { budgetName, budgetSpending, keySpending } from "../budgets/spending.ts";
import { tagSubject } from "../budgets/subjects.ts";
import { databaseNow } from "../database-clock.ts";
import { type BookingRules, rolledToNow } from "../money/bookings.ts";
import type {
  Alert,
  AlertDelivery,
  AlertQuery,
  AlertState,
  AlertStore,
  BlockingLimit,
  ListedAlert,
  NoticesOf,
} from "../ports/alerts.ts";
import type { Listed } from "../ports/page.ts";
import { writeNotices } from "../records/outbox.ts";
import { listed, matching, removeInSteps } from "../records/rows.ts";
import type { AlertRow, Database, OutboxRow, Tables, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { toAlert, toAlertToTell } from "./alert-record.ts";
import { alertRow, type Spending, writeAlerts } from "./crossings.ts";
import { createOutages } from "./outages.ts";

export function createAlertStore(database: Database, rules: BookingRules): AlertStore {
  const { engine } = rules;
  return {
    fanOut: (noticesOf) => fanOut(database, engine, noticesOf),
    limitBlocks: (limit) => writeBlockingAlert(database, rules, limit),
    async budgetName(limit) {
      const subject = subjectOf(limit);
      const budget = await budgetOf(database, limit.workspaceId, subject);
      return budget === undefined ? null : budgetName(budget, subject);
    },
    ...createOutages(database, engine),
    list: (organisationId, query) => listAlerts(database, organisationId, query),
    prune: (beforeMs) =>
      removeInSteps(database, "alerts", sql`created_at_ms < ${beforeMs} order by created_at_ms`),
  };
}

type Engine = Store["engine"];

/** Alerts of one transaction: its locks last for a moment only. */
const step = 50;

/**
 * Notices and mark are written in one transaction, so a process that dies leaves both or neither. Rows that another
 * process is working on are left to it.
 */
async function fanOut(
  database: Database,
  engine: Engine,
  noticesOf: NoticesOf,
): Promise<readonly Alert[]> {
  // Most looks find nothing, and take no lock.
  const found = await waiting(database).select("id").limit(1).executeTakeFirst();
  if (found === undefined) return [];
  return database.transaction().execute(async (tx) => {
    const rows = await waiting(tx)
      .selectAll()
      .limit(step)
      .$if(engine === "postgres", (query) => query.forUpdate().skipLocked())
      .execute();
    const told: Alert[] = [];
    for (const row of rows) told.push(await tell(tx, engine, row, noticesOf));
    return told;
  });
}

async function tell(tx: Tx, engine: Engine, row: AlertRow, noticesOf: NoticesOf): Promise<Alert> {
  const alert = await toAlertToTell(tx, row);
  const { id, organisation_id: organisationId } = row;
  await writeNotices(tx, engine, { id, organisationId }, noticesOf(alert));
  await tx
    .updateTable("alerts")
    .set({ fanned_out_at_ms: databaseNow(engine) })
    .where("id", "=", id)
    .execute();
  return alert;
}

function waiting(database: Database) {
  return database
    .selectFrom("alerts")
    .where("fanned_out_at_ms", "is", null)
    .orderBy("created_at_ms");
}

async function writeBlockingAlert(
  database: Database,
  { alerts, clock }: BookingRules,
  limit: BlockingLimit,
): Promise<void> {
  if (alerts.thresholds.length === 0) return;
  const nowMs = clock.nowMs();
  await database.transaction().execute(async (tx) => {
    const spending = await (limit.of === "key" ? ofKey : ofBudget)(tx, limit, nowMs);
    if (spending === null || spending.limitNanousd !== limit.limitNanousd) return;
    await writeAlerts(tx, [alertRow({ ...spending, kind: "limit_blocking" }, null, nowMs)]);
  });
}

async function ofKey(tx: Tx, { keyId }: BlockingLimit, nowMs: number): Promise<Spending | null> {
  const key = await tx
    .selectFrom("keys as k")
    .innerJoin("key_balances as b", "b.key_id", "k.id")
    .selectAll()
    .where("k.id", "=", keyId)
    .executeTakeFirst();
  return key === undefined ? null : keySpending(key, rolledToNow(key, nowMs));
}

/** Of the budget's balance. */
function subjectOf({ of, endUser, tag }: Pick<BlockingLimit, "of" | "endUser" | "tag">): string {
  if (of === "endUser") return endUser ?? "";
  return tag === undefined ? "" : tagSubject(tag);
}

async function ofBudget(tx: Tx, limit: BlockingLimit, nowMs: number): Promise<Spending | null> {
  const { workspaceId } = limit;
  const subject = subjectOf(limit);
  const budget = await budgetOf(tx, workspaceId, subject);
  const balance = await balanceRow(tx, workspaceId, subject).executeTakeFirst();
  if (budget === undefined || balance === undefined) return null;
  return budgetSpending(budget, rolledToNow(balance, nowMs), nowMs);
}

export async function listAlerts(
  database: Database,
  organisationId: string,
  query: AlertQuery,
): Promise<Listed<ListedAlert>> {
  let rows = database
    .selectFrom("alerts")
    .where("organisation_id", "=", organisationId)
    .where(matching(query, "kind", "subject", "workspaceId"))
    .selectAll()
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc");
  if (query.fromMs !== undefined) rows = rows.where("created_at_ms", ">=", query.fromMs);
  if (query.toMs !== undefined) rows = rows.where("created_at_ms", "<", query.toMs);
  const { state } = query;
  if (state !== undefined) rows = rows.where((eb) => isIn(eb, state));
  const { records, totalCount } = await listed(rows, query, (row) => row);
  const ids = records.map(({ id }) => id);
  const deliveries = await deliveriesOf(database, ids);
  return {
    totalCount,
    records: records.map((row) => {
      const own = deliveries.get(row.id) ?? [];
      return { ...toAlert(row), state: stateOf(row, own), deliveries: own.map(toDelivery) };
    }),
  };
}

async function deliveriesOf(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string | null, readonly OutboxRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom("outbox")
    .where("alert_id", "in", ids)
    .selectAll()
    .orderBy("created_at_ms")
    .orderBy("channel")
    .execute();
  return Map.groupBy(rows, (row) => row.alert_id);
}

function toDelivery(row: OutboxRow): AlertDelivery {
  return {
    channel: row.channel,
    kind: row.kind,
    recipient: row.recipient,
    state: row.state === "leased" ? "sending" : row.state,
    attempts: row.attempts,
    lastError: row.last_error,
    nextAttemptAtMs: row.state === "waiting" ? row.due_at_ms : null,
    sentAtMs: row.state === "sent" ? row.ended_at_ms : null,
  };
}

function stateOf({ fanned_out_at_ms: toldAtMs }: AlertRow, own: readonly OutboxRow[]): AlertState {
  if (toldAtMs === null) return "waiting";
  if (own.length === 0) return "unsent";
  if (own.some(({ state }) => state === "failed")) return "failed";
  return own.every(({ state }) => state === "sent") ? "sent" : "waiting";
}

/** The condition for what `stateOf` says. A new alert waits, also while it has no notices yet. */
function isIn(eb: ExpressionBuilder<Tables, "alerts">, state: AlertState) {
  const has = (...states: OutboxRow["state"][]) =>
    eb.exists(
      eb
        .selectFrom("outbox")
        .select("outbox.id")
        .whereRef("outbox.alert_id", "=", "alerts.id")
        .$if(states.length > 0, (some) => some.where("outbox.state", "in", states)),
    );
  const isNew = eb("fanned_out_at_ms", "is", null);
  const isUnderWay = has("waiting", "leased", "sending");
  if (state === "failed") return has("failed");
  if (state === "waiting") return eb.or([isNew, eb.and([isUnderWay, eb.not(has("failed"))])]);
  if (state === "sent") return eb.and([has("sent"), eb.not(isUnderWay), eb.not(has("failed"))]);
  return eb.and([eb("fanned_out_at_ms", "is not", null), eb.not(has())]);
}
