import { chargesByDaySql } from "../budgets/end-user-sums.ts";
import { subjectsOf } from "../budgets/subjects.ts";
import { admit } from "../judge/admit.ts";
import { abandon, cancel } from "../judge/close-holds.ts";
import { subjectOf } from "../judge/rows.ts";
import { settle } from "../judge/settle.ts";
import type { Books } from "../judge/writes.ts";
import type { HotStatements } from "../money/hot-statements.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type { AdmissionVerdict, AdmitRequest, Cancellation, Settlement } from "../ports/money.ts";
import type { Connection, Connections } from "./connections.ts";
import { toSafeInteger } from "./host-pools.ts";
import {
  type Closing,
  keepCredits,
  type Reading,
  readForAdmission,
  readToClose,
} from "./hot-reads.ts";
import { type Call, statement } from "./pipeline.ts";
import { createPostgresRows, type PostgresRows } from "./postgres-rows.ts";
import { makeShares, takeWhatIsNeeded } from "./share-sizes.ts";
import { takeNearThresholds } from "./share-thresholds.ts";
import { createShares, type OwnShares, type Shares } from "./shares.ts";
import { type Batch, transactOn } from "./transact.ts";

/**
 * A batch is one transaction of two round trips: the first one locks and reads its rows, then the judge decides, and the
 * second one writes and commits. Holds that are given back or abandoned have connections of their own, so that no
 * admission waits behind many of them.
 */
export function createPostgresHotStatements(
  connections: { readonly hot: Connections; readonly rare: Connections },
  rules: AlertRules,
  isSpread = false,
): HotStatements {
  const shares = createShares();
  const onHot = transactOn(connections.hot, { rules, isSpread });
  const onRare = transactOn(connections.rare, { rules, isSpread });
  /** By the shares of this process, if it has any; otherwise, and where they are not enough, without them. */
  const byShares = async <Result>(
    own: OwnShares | null,
    batchOf: (own: OwnShares) => Batch<Result>,
  ): Promise<Result> => {
    if (own !== null) {
      const result = await onHot(batchOf(own));
      if (result !== null) return result;
      shares.forget(own);
    }
    const result = await onHot(batchOf(shares.none));
    if (result === null) throw new Error("A batch without shares was not decided.");
    return result;
  };
  return {
    admit: (batch) =>
      byShares(ownToAdmit(batch, shares), (own) => admissionBatch(batch, own, shares)),
    settle: (batch) =>
      byShares(ownToSettle(batch, shares), (own) => settlementBatch(batch, own, rules)),
    async cancel(batch) {
      await onRare({
        nowMs: 0,
        items: batch,
        read: readingToClose(batch, shares.none, { isCreditsLocked: true }),
        decide: ({ rows }) => cancel(batch, rows),
      });
    },
    abandon(batch, nowMs, process) {
      const closing = { isCreditsLocked: true, isForCredits: rules.isForCredits, isWhole: true };
      return onRare({
        nowMs,
        items: batch,
        read: readingToBook(
          batch,
          shares.none,
          { rules, nowMs },
          { ...closing, processId: process?.id },
        ),
        decide(books, stored) {
          bringBack(books, stored);
          return abandon(batch, nowMs, books, process);
        },
      });
    },
  };
}

function ownToAdmit(batch: readonly AdmitRequest[], shares: Shares): OwnShares | null {
  const isEnforced = batch.some((request) => request.usesCredits && request.enforceCredits);
  return shares.of({
    lane: "admit",
    workspaces: batch.map(({ workspaceId }) => workspaceId),
    organisations: isEnforced ? null : [],
  });
}

function ownToSettle(batch: readonly Settlement[], shares: Shares): OwnShares | null {
  return shares.of({
    lane: "settle",
    workspaces: batch.map(({ workspaceId }) => workspaceId),
    organisations: batch.map(({ organisationId }) => organisationId),
  });
}

function admissionBatch(
  batch: readonly AdmitRequest[],
  own: OwnShares,
  shares: Shares,
): Batch<AdmissionVerdict[]> {
  return {
    nowMs: batch[0]?.nowMs ?? 0,
    items: batch,
    read: (connection) => readToAdmit(connection, batch, own),
    decide(books, stored) {
      bringBack(books, stored);
      const verdicts = admit(batch, books);
      makeShares(batch, books, stored, own);
      return verdicts;
    },
    onCommit: ({ shares: { made } }) => made.forEach(shares.took),
  };
}

/** The balances get what the shares had that are taken back. */
function bringBack({ rows }: Books, stored: PostgresRows): void {
  for (const balance of stored.takenBack()) rows.changeBalance(balance);
}

function settlementBatch(
  batch: readonly Settlement[],
  own: OwnShares,
  rules: AlertRules,
): Batch<Settlement[]> {
  const { isForCredits } = rules;
  const nowMs = batch[0]?.nowMs ?? 0;
  return {
    nowMs,
    items: batch,
    read: readingToBook(
      batch,
      own,
      { rules, nowMs },
      { isCreditsLocked: isForCredits, isForCredits },
    ),
    decide(books, stored) {
      bringBack(books, stored);
      return settle(batch, books);
    },
  };
}

async function readRows(
  connection: Connection,
  { calls, toRead }: Reading,
  own: OwnShares,
): Promise<PostgresRows> {
  return createPostgresRows(toRead(await connection.pipeline(calls)), own);
}

function readingToClose(
  batch: readonly Cancellation[],
  own: OwnShares,
  closing: Partial<Omit<Closing, "own">>,
) {
  const all = { isCreditsLocked: false, isForCredits: false, isWhole: false, ...closing, own };
  return (connection: Connection) => readRows(connection, readToClose(batch, all), own);
}

function readingToBook(
  batch: readonly Cancellation[],
  own: OwnShares,
  at: Parameters<typeof takeNearThresholds>[3],
  closing: Partial<Omit<Closing, "own">>,
) {
  const read = readingToClose(batch, own, closing);
  return async (connection: Connection): Promise<PostgresRows | null> => {
    const stored = await read(connection);
    const isDone =
      stored.shares.has(own) && (await takeNearThresholds(connection, stored, own, at));
    return isDone ? stored : null;
  };
}

async function readToAdmit(
  connection: Connection,
  batch: readonly AdmitRequest[],
  own: OwnShares,
): Promise<PostgresRows | null> {
  const stored = await readRows(connection, readForAdmission(batch, own), own);
  if (stored.unkept.length > 0) {
    // Needs the locks of all keys, in their order: so without those that are held now.
    await connection.rollback();
    await connection.pipeline(keepCredits(stored.unkept));
    return await readToAdmit(connection, batch, own);
  }
  if (!(await takeWhatIsNeeded(connection, batch, stored, own))) return null;
  await readFirstBalances(connection, stored, batch);
  return stored;
}

const readCharges = statement(chargesByDaySql);
const giveIds = statement(`select nextval(pg_get_serial_sequence('budget_balances', 'id'))
  from generate_series(1, $1::integer)`);

/** Of end users and tags that a budget covers and that have no balance yet. Tags were counted when the budget was made. */
function callsToCount(stored: PostgresRows, batch: readonly AdmitRequest[]) {
  const asked = new Map<string, Call>();
  const tags = new Set<string>();
  for (const { workspaceId, ...request } of batch)
    for (const name of subjectsOf(request)) {
      const budget = stored.budget(workspaceId, name);
      if (budget === undefined || stored.balanceOf(workspaceId, name) !== undefined) continue;
      const subject = subjectOf(workspaceId, name);
      const values = [budget.organisation_id, workspaceId, name];
      if (budget.scope === "tag") tags.add(subject);
      else asked.set(subject, { statement: readCharges, values });
    }
  return { calls: [...asked.values()], subjects: [...asked.keys(), ...tags] };
}

/** One more round trip, once for each of them. */
async function readFirstBalances(
  connection: Connection,
  stored: PostgresRows,
  batch: readonly AdmitRequest[],
): Promise<void> {
  const { calls, subjects } = callsToCount(stored, batch);
  if (subjects.length === 0) return;
  const ids = { statement: giveIds, values: [String(subjects.length)] };
  const [given = [], ...charges] = await connection.pipeline([ids, ...calls]);
  for (const [index, subject] of subjects.entries())
    stored.firstBalances.set(subject, {
      id: toSafeInteger(given[index]?.[0] ?? ""),
      charges: (charges[index] ?? []).map(([day, nanousd]) => ({
        day: toSafeInteger(day ?? ""),
        nanousd: toSafeInteger(nanousd ?? ""),
      })),
    });
}
