import type { ExpressionBuilder } from "kysely";
import type { AlertDelivery, AlertQuery, AlertState, ListedAlert } from "../ports/alerts.ts";
import type { Listed } from "../ports/page.ts";
import { listed, matching } from "../records/rows.ts";
import type { AlertRow, Database, OutboxRow, Tables } from "../schema.ts";
import { toAlert } from "./alert-record.ts";

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
