import { admit, isEnforced } from "../judge/admit.ts";
import { abandon, cancel } from "../judge/close-holds.ts";
import { settle } from "../judge/settle.ts";
import type { Books } from "../judge/writes.ts";
import type { HotStatements } from "../money/hot-statements.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type { AdmissionVerdict, AdmitRequest, Cancellation, Settlement } from "../ports/money.ts";
import type { Connection, Connections } from "./connections.ts";
import { readFirstBalances } from "./first-balance-reads.ts";
import { type Closing, type Reading, readForAdmission, readToClose } from "./hot-reads.ts";
import { keepCredits } from "./keep-credits.ts";
import { createPostgresRows, type PostgresRows } from "./postgres-rows.ts";
import { makeShares, takeWhatIsNeeded } from "./share-sizes.ts";
import { takeNearThresholds } from "./share-thresholds.ts";
import { createShares, type OwnShares, type Shares } from "./shares.ts";
import { type Batch, type Placed, transactOn } from "./transact.ts";

/**
 * A batch is one transaction of two round trips: the first one locks and reads its rows, then the judge decides, and the
 * second one writes and commits. Holds that are given back or abandoned have connections of their own, so that no
 * admission waits behind many of them.
 */
export function createPostgresHotStatements(
  connections: HotConnections,
  givenRules: AlertRules,
  spread: Spread | null = null,
): HotStatements {
  const isSpread = spread !== null;
  const rules = isSpread ? withoutCredits(givenRules) : givenRules;
  const sharesOf = createPlacedShares(spread);
  const transacts = (to: Connections) => transactOn(to, { rules, isSpread });
  const [onHot, onRare] = [transacts(connections.hot), transacts(connections.rare)];
  const onAll = spread === null ? onHot : transacts(spread.toAll);
  /** By the shares of this process, if it has any; otherwise, and where they are not enough, without them. */
  const byShares = async <Result>(
    { own, shares, on = onHot }: Sharing<typeof onHot>,
    batchOf: (own: OwnShares) => Batch<Result>,
  ): Promise<Result> => {
    if (own !== null) {
      const result = await onHot(batchOf(own));
      if (result !== null) return result;
      shares.forget(own);
    }
    const result = await on(batchOf(shares.none));
    if (result === null) throw new Error("A batch without shares was not decided.");
    return result;
  };
  return {
    admit(batch) {
      const shares = sharesOf(batch);
      const on = batch.some(isEnforced) ? onAll : onHot;
      return byShares({ own: ownToAdmit(batch, shares), shares, on }, (own) =>
        admissionBatch(batch, own, shares),
      );
    },
    settle(batch) {
      const shares = sharesOf(batch);
      return byShares({ own: ownToSettle(batch, shares), shares }, (own) =>
        settlementBatch(batch, own, rules),
      );
    },
    async cancel(batch) {
      const { none } = sharesOf(batch);
      await onRare({
        nowMs: 0,
        items: batch,
        read: readingToClose(batch, none, { isCreditsLocked: !isSpread }),
        decide: ({ rows }) => cancel(batch, rows),
      });
    },
    abandon(batch, nowMs, process) {
      const { none } = sharesOf(batch);
      const { isForCredits } = rules;
      const closing = { isCreditsLocked: !isSpread, isForCredits, isWhole: true };
      return onRare({
        nowMs,
        items: batch,
        read: readingToBook(batch, none, { rules, nowMs }, { ...closing, processId: process?.id }),
        decide(books, stored) {
          bringBack(books, stored);
          return abandon(batch, nowMs, books, process);
        },
      });
    },
  };
}

interface HotConnections {
  readonly hot: Connections;
  readonly rare: Connections;
}

/** Tables that are spread over nodes. */
export interface Spread {
  placeOf(workspaceId: string): string;
  /** To the coordinator, for what concerns all nodes. */
  readonly toAll: Connections;
}

interface Sharing<On> {
  readonly own: OwnShares | null;
  readonly shares: Shares;
  /** Without own shares. */
  readonly on?: On;
}

/** Those of an organisation are alerted about by heartbeats: no node knows its totals. */
function withoutCredits(rules: AlertRules): AlertRules {
  return Object.create(rules, { isForCredits: { value: false } });
}

/** A batch is of one place, and uses shares of that place. */
function createPlacedShares(spread: Spread | null): (batch: readonly Placed[]) => Shares {
  if (spread === null) {
    const shares = createShares();
    return () => shares;
  }
  const byPlace = new Map<string, Shares>();
  return ([first]) => {
    const place = spread.placeOf(first?.workspaceId ?? "");
    const shares = byPlace.get(place) ?? createShares(true);
    byPlace.set(place, shares);
    return shares;
  };
}

function ownToAdmit(batch: readonly AdmitRequest[], shares: Shares): OwnShares | null {
  const isAny = batch.some(isEnforced);
  const own = shares.of({
    lane: "admit",
    workspaces: batch.map(({ workspaceId }) => workspaceId),
    organisations: isAny ? null : [],
  });
  return isAny && own?.isSpread === true && own.organisations.size === 0 ? null : own;
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
    anchors: own.organisations.values(),
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
    anchors: own.organisations.values(),
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
