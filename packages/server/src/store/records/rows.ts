import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { columnOf } from "../fields.ts";
import type { Listed, Page } from "../ports/page.ts";
import { isUniqueViolation as isPostgres } from "../postgres/postgres-failure.ts";
import type { Database, Tables } from "../schema.ts";
import { isUniqueViolation as isSqlite } from "../sqlite/sqlite-failure.ts";

/**
 * Whether the database can store a text from outside. PostgreSQL refuses NUL in any text, also in one that is only
 * searched for: such an id names nothing.
 */
export function mayBeStored(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Small enough that a request does not notice waiting for one step. */
const step = 200;
const pauseMs = 5;

/**
 * Deletes what a condition asks for, in the order behind it: in steps with pauses between them, so that requests are served
 * while years of rows are deleted. Rows are named by their key, because neither engine deletes up to a limit.
 */
export async function removeInSteps(
  database: Database,
  table: keyof Tables,
  asked: RawBuilder<unknown>,
  key: readonly string[] = ["id"],
): Promise<number> {
  const named = sql.join(key.map((column) => sql.ref(column)));
  const deletion = sql`delete from ${sql.table(table)} where (${named}) in (
    select ${named} from ${sql.table(table)} where ${asked} limit ${step})`;
  return await untilFewer(step, async () => {
    const { numAffectedRows = 0n } = await deletion.execute(database);
    return Number(numAffectedRows);
  });
}

/** Removes some rows again and again, until there are fewer than asked for. */
export async function untilFewer(most: number, remove: () => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const removed = await remove();
    all += removed;
    if (removed < most) return all;
    await sleep(pauseMs);
  }
}

/** Rows with a size, and when they were written. */
interface Sized {
  readonly table: keyof Tables;
  readonly size: string;
  readonly isAsked: RawBuilder<unknown>;
}

/** When the newest of the rows was written that have no room beside the newer ones; null where all have. */
export async function newestTooMany(
  database: Database,
  { table, size, isAsked }: Sized,
  room: number,
): Promise<number | null> {
  const { rows } = await sql<{ created_at_ms: number }>`
    select created_at_ms from (
      select created_at_ms, sum(${sql.ref(size)}) over (order by created_at_ms desc) as total
      from ${sql.table(table)} where ${isAsked}
    ) as sized where total > ${room} order by created_at_ms desc limit 1`.execute(database);
  return rows[0]?.created_at_ms ?? null;
}

/** A condition for each of these filters that a query has. No row has a text that cannot be stored. */
export function matching<Query extends object>(
  query: Query,
  ...filters: readonly (keyof Query & string)[]
): RawBuilder<SqlBool> {
  const conditions = filters.flatMap((field) => {
    const value = query[field];
    if (value === undefined) return [];
    const canMatch = typeof value !== "string" || mayBeStored(value);
    return [canMatch ? sql`${sql.ref(columnOf(field))} = ${value}` : sql`1 = 0`];
  });
  return sql<SqlBool>`${sql.join([sql`1 = 1`, ...conditions], sql` and `)}`;
}

/** What an insertion does to a row that is there: these columns take the new values. */
export function replaced<Column extends string>(columns: readonly Column[]) {
  const values = columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]);
  return Object.fromEntries(values) as Record<Column, RawBuilder<never>>;
}

/** One page of the rows, in an order without ties, and the number of all rows. */
export async function listed<Schema, Table extends keyof Schema, Row, Kept>(
  rows: SelectQueryBuilder<Schema, Table, Row>,
  { offset, limit }: Page,
  toRecord: (row: Row) => Kept,
): Promise<Listed<Kept>> {
  const found: Row[] = await rows.offset(offset).limit(limit).execute();
  const { count } = await rows
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as("count"))
    // The compiler does not know the column of a generic query.
    .$castTo<{ readonly count: number }>()
    .executeTakeFirstOrThrow();
  return { records: found.map(toRecord), totalCount: count };
}

export function isUniqueViolation(error: unknown): boolean {
  return isSqlite(error) || isPostgres(error);
}
