import { chargesByDaySql } from "../budgets/end-user-sums.ts";
import { toText } from "../fields.ts";
import { admit } from "../judge/admit.ts";
import { abandon, cancel } from "../judge/close-holds.ts";
import { createRows, subjectOf } from "../judge/rows.ts";
import { settle } from "../judge/settle.ts";
import { unbilledAlerts } from "../judge/settlement-alerts.ts";
import { type Books, noWrites } from "../judge/writes.ts";
import type { HotStatements } from "../money/hot-statements.ts";
import type { AlertRules } from "../ports/alerts.ts";
import { StoreBusy } from "../ports/errors.ts";
import type { AdmitRequest, Cancellation } from "../ports/money.ts";
import { type Connection, type Connections, toSafeInteger } from "./connections.ts";
import {
  type Closing,
  commit,
  keepCredits,
  type Reading,
  readForAdmission,
  readToClose,
} from "./hot-reads.ts";
import { callsToAlert, callsToWrite, toUnbilledDays } from "./hot-writes.ts";
import { type Call, statement } from "./pipeline.ts";
import { violatedConstraint } from "./postgres-failure.ts";
import { createPostgresRows, type PostgresRows } from "./postgres-rows.ts";

/**
 * A batch is one transaction of two round trips: the first one locks and reads its rows, then the judge decides, and the
 * second one writes and commits. Holds that are given back or abandoned have connections of their own, so that no
 * admission waits behind many of them.
 */
export function createPostgresHotStatements(
  connections: { readonly hot: Connections; readonly rare: Connections },
  rules: AlertRules,
): HotStatements {
  const onHot = transactOn(connections.hot, rules);
  const onRare = transactOn(connections.rare, rules);
  const toClose = (batch: readonly Cancellation[], closing: Closing) => (connection: Connection) =>
    readRows(connection, readToClose(batch, closing));
  return {
    admit: (batch) =>
      onHot({
        nowMs: batch[0]?.nowMs ?? 0,
        read: (connection) => readToAdmit(connection, batch),
        decide: (books) => admit(batch, books),
      }),
    settle: (batch) =>
      onHot({
        nowMs: batch[0]?.nowMs ?? 0,
        read: toClose(batch, {
          isCreditsLocked: rules.isForCredits,
          isForCredits: rules.isForCredits,
          isWhole: false,
        }),
        decide: (books) => settle(batch, books),
      }),
    cancel: (batch) =>
      onRare({
        nowMs: 0,
        read: toClose(batch, { isCreditsLocked: true, isForCredits: false, isWhole: false }),
        decide: ({ rows }) => cancel(batch, rows),
      }),
    abandon(batch, nowMs, process) {
      const closing = { isCreditsLocked: true, isForCredits: rules.isForCredits, isWhole: true };
      return onRare({
        nowMs,
        read: toClose(batch, { ...closing, processId: process?.id }),
        decide: (books) => abandon(batch, nowMs, books, process),
      });
    },
  };
}

interface Batch<Result> {
  readonly nowMs: number;
  read(connection: Connection): Promise<PostgresRows>;
  decide(books: Books): Result;
}

function transactOn(connections: Connections, rules: AlertRules) {
  return <Result>(batch: Batch<Result>) => transact(connections, rules, batch);
}

async function transact<Result>(
  connections: Connections,
  rules: AlertRules,
  { nowMs, read, decide }: Batch<Result>,
): Promise<Result> {
  const connection = await connections.acquire();
  try {
    const stored = await read(connection);
    const rows = createRows(stored);
    const writes = noWrites();
    const result = decide({ rows, writes, rules });
    if (result === null) {
      // The holds that were read are deleted: they stay only if that is undone.
      await connection.rollback();
      return result;
    }
    const calls = callsToWrite(rows, writes, stored);
    // Nothing is written yet. This process has stopped for longer than it may hold locks.
    if (connection.isBroken) throw conflict("PostgreSQL has ended a transaction that stood still.");
    if (writes.unbilled.size === 0 || rules.unbilledNanousd === null)
      await connection.pipeline([...calls, commit]);
    else {
      const totals = toUnbilledDays(await connection.pipeline(calls));
      const alerts = unbilledAlerts(totals, rules, nowMs);
      await connection.pipeline([...callsToAlert(alerts), commit]);
    }
    return result;
  } catch (error) {
    await connection.rollback();
    throw isTaken(error) ? conflict("Another process has seen the end user first.", error) : error;
  } finally {
    connections.release(connection);
  }
}

function conflict(message: string, cause?: unknown): StoreBusy {
  return new StoreBusy(message, { cause, isConflict: true });
}

/** Two processes make the balance of a new end user at once; the second one finds it when it begins again. */
function isTaken(error: unknown): boolean {
  return violatedConstraint(error) === "budget_balances_subject";
}

async function readRows(connection: Connection, { calls, toRead }: Reading): Promise<PostgresRows> {
  return createPostgresRows(toRead(await connection.pipeline(calls)));
}

async function readToAdmit(
  connection: Connection,
  batch: readonly AdmitRequest[],
): Promise<PostgresRows> {
  const stored = await readRows(connection, readForAdmission(batch));
  if (stored.unkept.length > 0) {
    // Needs the locks of all keys, in their order: so without those that are held now.
    await connection.rollback();
    await connection.pipeline(keepCredits(stored.unkept));
    return await readToAdmit(connection, batch);
  }
  await readFirstBalances(connection, stored, batch);
  return stored;
}

const readCharges = statement(chargesByDaySql);
const giveIds = statement(`select nextval(pg_get_serial_sequence('budget_balances', 'id'))
  from generate_series(1, $1::integer)`);

/** For end users whom a budget covers and who have no balance yet: one more round trip, once for each of them. */
async function readFirstBalances(
  connection: Connection,
  stored: PostgresRows,
  batch: readonly AdmitRequest[],
): Promise<void> {
  const asked = new Map<string, Call>();
  for (const { workspaceId, endUser } of batch) {
    if (!endUser) continue;
    const name = toText(endUser);
    const budget = stored.budget(workspaceId, name);
    if (budget === undefined || stored.balanceOf(workspaceId, name) !== undefined) continue;
    const values = [budget.organisation_id, workspaceId, name];
    asked.set(subjectOf(workspaceId, name), { statement: readCharges, values });
  }
  if (asked.size === 0) return;
  const ids = { statement: giveIds, values: [String(asked.size)] };
  const [given = [], ...charges] = await connection.pipeline([ids, ...asked.values()]);
  for (const [index, subject] of [...asked.keys()].entries())
    stored.firstBalances.set(subject, {
      id: toSafeInteger(given[index]?.[0] ?? ""),
      charges: (charges[index] ?? []).map(([day, nanousd]) => ({
        day: toSafeInteger(day ?? ""),
        nanousd: toSafeInteger(nanousd ?? ""),
      })),
    });
}
