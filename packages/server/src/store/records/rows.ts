import { setTimeout as sleep } from "node:timers/promises";
import type { SelectQueryBuilder } from "kysely";
import type { Listed, Page } from "../ports/page.ts";
import { isUniqueViolation as isPostgres } from "../postgres/postgres-failure.ts";
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

/** Deletes in steps with pauses between them, so that requests are served while years of rows are deleted. */
export async function pruneInSteps(
  deleteSome: (step: number) => Promise<{ readonly numDeletedRows: bigint }>,
): Promise<number> {
  let pruned = 0;
  for (;;) {
    const { numDeletedRows } = await deleteSome(step);
    pruned += Number(numDeletedRows);
    if (numDeletedRows < BigInt(step)) return pruned;
    await sleep(pauseMs);
  }
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
