import { dayMs } from "@portico/core/rules/calendar";
import { type RawBuilder, sql } from "kysely";
import { isSpread } from "../placement.ts";
import { untilFewer } from "../records/rows.ts";
import type { Database, Tx } from "../schema.ts";
import { inShortLock, patiently } from "./short-locks.ts";

/**
 * PostgreSQL keeps these tables by the month in which their requests began: an id begins with the time, so that the id
 * alone remains the key. `ledger` then has a partition for each month, `ledger_later` behind the last one, and
 * `ledger_before`, the table of before, for every other id.
 */
export const monthlyTables = ["ledger", "ledger_attempts"] as const;

/** Ids of requests are below it until the year 2527. */
export const lastId = "gen-1";
/** A month is made so long before it begins: a clock that is ahead books into it. */
const aheadMs = 7 * dayMs;

/** What a request's id of this time begins with (http/request/request-record.ts). */
export function idAt(ms: number): string {
  const time = ms.toString(16).padStart(12, "0");
  return `gen-${time.slice(0, 8)}-${time.slice(8)}`;
}

function timeOf(id: string): number {
  return Number.parseInt(id.slice("gen-".length).replace("-", ""), 16);
}

export function monthStart(ms: number, monthsLater = 0): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater);
}

/** The first month that begins late enough for a partition of its own. */
export function nextMonth(nowMs: number): number {
  return monthStart(nowMs + aheadMs, 1);
}

/** Partitions from this month on, in the transaction that has locked the table. */
export async function addMonths(
  tx: Tx,
  table: string,
  fromMs: number,
  nowMs: number,
): Promise<void> {
  const endMs = nextMonth(nowMs);
  for (let startMs = fromMs; startMs < endMs; startMs = monthStart(startMs, 1)) {
    const month = new Date(startMs).toISOString().slice(0, 7).replace("-", "_");
    await addPartition(tx, table, month, [idAt(startMs), idAt(monthStart(startMs, 1))]);
  }
  await addPartition(tx, table, "later", [idAt(Math.max(fromMs, endMs)), lastId]);
}

type Bounds = readonly [from: string, to: string];

async function addPartition(
  tx: Tx,
  table: string,
  name: string,
  [from, to]: Bounds,
): Promise<void> {
  await sql`create table ${sql.table(`${table}_${name}`)} partition of ${sql.table(table)}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx);
}

interface Partition {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly isLater: boolean;
}

/** Without the one of every other id. None where the table is not kept by months yet. */
async function partitionsOf(database: Database, table: string): Promise<readonly Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(${table})`.execute(
    database,
  );
  return rows.flatMap(({ name, bounds }) => {
    const [from, to] = bounds.match(/gen-[0-9a-f-]+/g) ?? [];
    if (from === undefined || to === undefined) return [];
    return [{ name, fromMs: timeOf(from), toMs: timeOf(to), isLater: to === lastId }];
  });
}

export async function isByMonths(database: Database): Promise<boolean> {
  return (await partitionsOf(database, "ledger")).length > 0;
}

/** Makes the months that will soon be written. */
export async function keepMonths(database: Database, nowMs: number): Promise<void> {
  for (const table of monthlyTables) {
    const later = (await partitionsOf(database, table)).find(({ isLater }) => isLater);
    if (later === undefined || later.fromMs >= nextMonth(nowMs)) continue;
    await change(database, async (tx) => {
      const [parent, partition] = [sql.table(table), sql.table(later.name)];
      await sql`lock table ${parent} in access exclusive mode`.execute(tx);
      // Rows of a clock that was months ahead.
      await sql`create temporary table ahead on commit drop as select * from ${partition}`.execute(
        tx,
      );
      await sql`drop table ${partition}`.execute(tx);
      await addMonths(tx, table, later.fromMs, nowMs);
      await sql`insert into ${parent} select * from ahead`.execute(tx);
    });
  }
}

function change(database: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  return patiently(() => inShortLock(database, work));
}

interface Emptying {
  /** Only months that are over then. */
  readonly endedMs: number;
  /** Not those with a request that was booked at this time or later. */
  readonly keptFromMs: number;
}

/** The partition stays, for a request that is booked with an id of that month after all. */
export async function emptyMonths(
  database: Database,
  { endedMs, keptFromMs }: Emptying,
): Promise<void> {
  for (const { name, toMs, isLater } of await partitionsOf(database, "ledger")) {
    if (isLater || toMs > endedMs || !(await hasPages(database, name))) continue;
    const month = sql.table(name);
    const attempts = sql.table(name.replace("ledger", "ledger_attempts"));
    await change(database, async (tx) => {
      await sql`lock table ${month} in access exclusive mode`.execute(tx);
      const { rows } = await sql`select 1 from ${month}
        where settled_at_ms >= ${keptFromMs} limit 1`.execute(tx);
      if (rows.length === 0) await sql`truncate ${month}, ${attempts}`.execute(tx);
    });
  }
}

async function hasPages(database: Database, table: string): Promise<boolean> {
  const size = sql.raw(isSpread(database) ? "citus_relation_size" : "pg_relation_size");
  const { rows } = await sql<{ bytes: number }>`select ${size}(${table}) as bytes`.execute(
    database,
  );
  return (rows[0]?.bytes ?? 0) > 0;
}

const step = 200;

/**
 * Removes rows of the table of before, or of a ledger that is not divided yet. What is in a month goes with it, up to a
 * month later.
 */
export async function removeRest(database: Database, asked: RawBuilder<unknown>): Promise<number> {
  const isDivided = await isByMonths(database);
  const rest = sql.table(isDivided ? "ledger_before" : "ledger");
  return await untilFewer(step, async () => {
    const { rows } = await sql`with removed as (
        delete from ${rest} where request_id in (select request_id from ${rest} where ${asked} limit ${step})
        returning request_id
      ), attempts as (
        delete from ledger_attempts where request_id in (select request_id from removed)
      ) select request_id from removed`.execute(database);
    return rows.length;
  });
}
