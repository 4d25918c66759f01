import { setTimeout as sleep } from "node:timers/promises";
import { isSpread } from "../placement.ts";
import type { ArchivedRow, ArchivePeriod, ArchiveStore } from "../ports/archive.ts";
import { emptyMonths } from "../postgres/months.ts";
import { recordDeed } from "../records/audit-log.ts";
import type { Database, LedgerRow, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { lockBalances } from "./bookings.ts";

/** Few enough that requests do not notice one step. */
const step = 200;
const pauseMs = 5;

export function createArchiveStore(database: Database, engine: Store["engine"]): ArchiveStore {
  return {
    async countedUntilMs() {
      const { counted_ms, states_ms, tags_ms } = await database
        .selectFrom("activity_cursor")
        .select(["counted_ms", "states_ms", "tags_ms"])
        .executeTakeFirstOrThrow();
      return Math.min(counted_ms, states_ms, tags_ms);
    },
    async oldestMs() {
      const row = await database
        .selectFrom("ledger")
        .select("settled_at_ms")
        .orderBy("settled_at_ms")
        .limit(1)
        .executeTakeFirst();
      return row?.settled_at_ms ?? null;
    },
    async count(period) {
      const { count } = await booked(database, period)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
    async rows(period, limit) {
      const rows = booked(database, period).selectAll().orderBy("settled_at_ms").limit(limit);
      return await withAttempts(database, await rows.execute());
    },
    async remove(rows) {
      let removed = 0;
      for (let start = 0; start < rows.length; start += step) {
        const some = rows.slice(start, start + step);
        removed += await database.transaction().execute((tx) => removeSame(tx, engine, some));
        await sleep(pauseMs);
      }
      return removed;
    },
    async begin(actor, before) {
      await recordDeed(database, actor, {
        target: { type: "store", id: "ledger" },
        workspaceId: null,
        after: { archivedBefore: before },
      });
    },
    async end(beforeMs) {
      if (engine === "postgres") await emptyMonths(database, { endedMs: beforeMs, keptFromMs: 0 });
    },
  };
}

function booked(database: Database, { fromMs, toMs }: ArchivePeriod) {
  return database
    .selectFrom("ledger")
    .where("settled_at_ms", ">=", fromMs)
    .where("settled_at_ms", "<", toMs);
}

async function withAttempts(
  database: Database,
  rows: readonly LedgerRow[],
): Promise<readonly ArchivedRow[]> {
  const attempts = new Map<string, object[]>();
  // Only a request of several attempts can have rows there.
  const several = rows.filter((row) => row.attempts.includes("},{"));
  for (let start = 0; start < several.length; start += step) {
    const ids = several.slice(start, start + step).map(({ request_id }) => request_id);
    const found = await database
      .selectFrom("ledger_attempts")
      .selectAll()
      .where("request_id", "in", ids)
      .orderBy("attempt")
      .execute();
    for (const { request_id, workspace: _, ...attempt } of found)
      attempts.set(request_id, [...(attempts.get(request_id) ?? []), attempt]);
  }
  return rows.map((row) => {
    const billed = attempts.get(row.request_id);
    return { ...row, billed_attempts: billed === undefined ? null : JSON.stringify(billed) };
  });
}

/** A refund changes a row under the lock of its key's balance. */
async function removeSame(
  tx: Tx,
  engine: Store["engine"],
  rows: readonly ArchivedRow[],
): Promise<number> {
  const expected = new Map(rows.map((row) => [String(row["request_id"]), row]));
  const places = isSpread(tx) ? Map.groupBy(rows, workspaceOf) : new Map([["", rows]]);
  for (const [workspace, some] of [...places].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await lockBalances(
      tx,
      engine,
      some.map((row) => Number(row["key_id"])),
      workspace,
    );
  const found = await tx
    .selectFrom("ledger")
    .selectAll()
    .where("request_id", "in", [...expected.keys()])
    .execute();
  const same = (await withAttempts(tx, found)).filter((row) =>
    isSame(row, expected.get(String(row["request_id"]))),
  );
  const ids = same.map((row) => String(row["request_id"]));
  if (ids.length === 0) return 0;
  await tx.deleteFrom("ledger_attempts").where("request_id", "in", ids).execute();
  await tx.deleteFrom("ledger").where("request_id", "in", ids).execute();
  return ids.length;
}

function workspaceOf(row: ArchivedRow): string {
  return String(row["workspace_id"]);
}

export function isSame(row: ArchivedRow, other: ArchivedRow | undefined): boolean {
  const columns = Object.keys(row);
  return (
    other !== undefined &&
    columns.length === Object.keys(other).length &&
    columns.every((column) => row[column] === other[column])
  );
}
