import type { Tag } from "@portico/core/rules/tags";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { GenerationQuery } from "../ports/generation.ts";
import type { Database } from "../schema.ts";
import { groupConditions } from "./activity-source.ts";
import { hourMs } from "./hour-counts.ts";

export interface Found {
  readonly request_id: string;
  readonly settled_at_ms: number;
}

export interface NewestRows {
  /** One more than the page has, where there are as many. */
  readonly rows: readonly Found[];
  /** Where the search stopped before its end: rows at this time or before it were not looked at. */
  readonly restMs: number | null;
}

/** Rows that one page looks at, at most: 20 to 60 ms. */
const mostRows = 20_000;
/** Of the first part of a page, which is enough for most lists; each further part has four times as many. */
const fewestRows = 500;
const growth = 4;
/** Rows of hours that one look reads, at most. */
const mostHours = 10_000;

/**
 * The newest rows behind a place that match. A filter may fit one row of a million, so that a page looks at a limited
 * number of rows, in the order of an index, and the next page goes on behind them. What no query asks for is in the
 * further conditions.
 */
export async function newestRows(
  database: Database,
  organisationId: string,
  query: GenerationQuery,
  further: readonly RawBuilder<unknown>[] = [],
): Promise<NewestRows> {
  const most = query.mostRows ?? mostRows;
  const found: Found[] = [];
  let topMs = topOf(query);
  let rows = Math.min(Math.max(query.limit + 1, fewestRows), most);
  for (let looked = 0; looked < most; looked += rows, rows = Math.min(rows * growth, most)) {
    const hour = await newestHour(database, organisationId, query, topMs);
    if (hour.isEnd) return { rows: found, restMs: null };
    topMs = hour.topMs;
    if (hour.isUnknown) break;
    const part = await readPart(database, organisationId, query, { topMs, rows, further });
    found.push(...part.rows);
    if (part.restMs === null || found.length > query.limit) return { rows: found, restMs: null };
    topMs = part.restMs;
  }
  return { rows: found, restMs: topMs };
}

function topOf({ after, toMs }: GenerationQuery): number {
  const behindMs = after === undefined ? latest : after.settledAtMs - (after.generationId ? 0 : 1);
  return Math.min(behindMs, toMs === undefined ? latest : toMs - 1);
}

interface Part {
  readonly topMs: number;
  readonly rows: number;
  readonly further: readonly RawBuilder<unknown>[];
}

async function readPart(
  database: Database,
  organisationId: string,
  query: GenerationQuery,
  { topMs, rows, further }: Part,
): Promise<NewestRows> {
  const { fromMs = 0 } = query;
  const source = sourceOf(organisationId, query);
  const edgeMs = await edgeBelow(database, source, topMs, rows);
  const bottomMs = edgeMs === null ? -1 : Math.min(edgeMs, topMs - 1);
  const period = sql`settled_at_ms > ${Math.max(bottomMs, fromMs - 1)} and settled_at_ms <= ${topMs}`;
  return {
    rows: await read(
      database,
      organisationId,
      query,
      sql.join([source, period, ...further], sql` and `),
    ),
    restMs: bottomMs < fromMs ? null : bottomMs,
  };
}

const latest = Number.MAX_SAFE_INTEGER - 1;

/** Rows of a condition, newest first, one more than a page has. */
export async function read(
  database: Database,
  organisationId: string,
  query: GenerationQuery,
  place: RawBuilder<unknown>,
): Promise<readonly Found[]> {
  const conditions = [
    place,
    sql`organisation_id = ${organisationId}`,
    ...groupConditions(query),
    ...conditionsOf(query),
  ];
  const { rows } = await sql<Found>`select request_id, settled_at_ms from ledger
    where ${sql.join(conditions, sql` and `)}
    order by settled_at_ms desc, request_id desc limit ${query.limit + 1}`.execute(database);
  return rows;
}

/** The source has at most this many rows above the edge. Null: it has no more in all. */
async function edgeBelow(
  database: Database,
  source: RawBuilder<unknown>,
  topMs: number,
  rows: number,
): Promise<number | null> {
  const found = await sql<{ readonly settled_at_ms: number }>`select settled_at_ms from ledger
    where ${source} and settled_at_ms <= ${topMs}
    order by settled_at_ms desc limit 1 offset ${rows}`.execute(database);
  return found.rows[0]?.settled_at_ms ?? null;
}

interface Top {
  readonly topMs: number;
  readonly isEnd?: boolean;
  /** Hours were looked through until then, and none has a row. */
  readonly isUnknown?: boolean;
}

/**
 * The end of the newest hour that has rows of the model, the provider or the workspace: coarse rows of activity tell it,
 * once they are counted. Hours of one key or one application are as many as their requests.
 */
async function newestHour(
  database: Database,
  organisationId: string,
  { keyId, app, ...query }: GenerationQuery,
  topMs: number,
): Promise<Top> {
  const conditions = groupConditions(query);
  if (keyId !== undefined || app !== undefined || conditions.length === 0) return { topMs };
  const { counted_ms: countedMs } = await database
    .selectFrom("activity_cursor")
    .select("counted_ms")
    .executeTakeFirstOrThrow();
  if (topMs > countedMs) return { topMs };
  const { rows } = await sql<{ hour: number | null; oldest: number | null; count: number }>`
    select max(case when ${sql.join(conditions, sql` and `)} then hour end) as hour, min(hour) as oldest,
      count(*) as count
    from (select hour, workspace_id, model, provider from activity_hours
      where organisation_id = ${organisationId} and is_coarse = 1 and hour <= ${Math.floor(topMs / hourMs)}
      order by hour desc limit ${sql.lit(mostHours)}) as hours`.execute(database);
  const { hour = null, oldest = null, count = 0 } = rows[0] ?? {};
  const endOf = (each: number) => Math.min(topMs, (each + 1) * hourMs - 1);
  if (hour !== null) return { topMs: endOf(hour) };
  return oldest === null || count < mostHours
    ? { topMs, isEnd: true }
    : { topMs: endOf(oldest), isUnknown: true };
}

function isOfFailures({ status, isFailed, errorKind }: GenerationQuery): boolean {
  return isFailed === true || errorKind !== undefined || (status !== undefined && status >= 400);
}

/** In the words of the index. */
export const hasFailed = sql`(status >= 400 or error_kind is not null)`;

/** The rows among which the query's are, in the words of the index that holds them in the order of their booking. */
function sourceOf(organisationId: string, query: GenerationQuery): RawBuilder<unknown> {
  const { endUser, sessionId, keyId } = query;
  const own = sql`organisation_id = ${organisationId}`;
  if (endUser !== undefined) return sql`${own} and end_user = ${endUser}`;
  if (sessionId !== undefined) return sql`${own} and session_id = ${sessionId}`;
  if (keyId !== undefined) return sql`key_id = ${keyId}`;
  // Without another index the one of the times, whose rows are of all organisations: it alone is read to count them.
  return isOfFailures(query) ? sql`${own} and ${hasFailed}` : sql`true`;
}

/** Of a query on the ledger, without those of the group, the ids and the period. */
export function conditionsOf(query: GenerationQuery): RawBuilder<unknown>[] {
  const { after, endUser, sessionId, tag, minNanousd, maxNanousd } = query;
  return [
    ...given(
      after,
      (row) => sql`(settled_at_ms < ${row.settledAtMs} or request_id < ${row.generationId})`,
    ),
    ...given(query.operation, (name) => sql`operation = ${name}`),
    ...given(query.isStreamed, (is) => sql`streamed = ${is ? 1 : 0}`),
    ...(isOfFailures(query) ? [hasFailed] : []),
    ...(query.isFailed === false ? [sql`not ${hasFailed}`] : []),
    ...given(query.status, (status) => sql`status = ${status}`),
    ...given(query.errorKind, (kind) => sql`error_kind = ${kind}`),
    ...given(endUser, (name) => sql`end_user = ${name}`),
    ...given(sessionId, (name) => sql`session_id = ${name}`),
    ...given(tag, isTagged),
    ...given(minNanousd, (nanousd) => sql`charged_nanousd >= ${nanousd}`),
    ...given(maxNanousd, (nanousd) => sql`charged_nanousd <= ${nanousd}`),
  ];
}

/** Quotes in a name or value are escaped in the column's JSON, so that no other text of it is found. */
export function isTagged({ name, value }: Tag): RawBuilder<SqlBool> {
  const text = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  // Both engines have this, and tell capital letters.
  return sql`replace(tags, ${text}, '') <> tags`;
}

function given<Value>(
  value: Value | undefined,
  condition: (value: Value) => RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  return value === undefined ? [] : [condition(value)];
}
