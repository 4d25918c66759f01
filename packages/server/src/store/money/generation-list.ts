import { sql } from "kysely";
import type { GenerationPage, GenerationQuery } from "../ports/generation-list.ts";
import { mayBeStored } from "../records/text-key.ts";
import type { Database, LedgerAttemptRow, LedgerRow } from "../schema.ts";
import type { Store } from "../store.ts";
import { groupConditions, groupsOf } from "./activity-groups.ts";
import { conditionsOf, indexedCondition, isOfFailures, periodOf } from "./generation-conditions.ts";
import { toGenerationRecord } from "./generation-record.ts";
import { type Condition, readInParts } from "./read-in-parts.ts";

/** Groups of one statement: SQLite takes 500 selects at most. */
const groupsAtOnce = 100;
/** With more groups it is faster to read the ledger in its own order. */
const mostGroups = 1000;

interface Found {
  readonly request_id: string;
  readonly settled_at_ms: number;
}

/**
 * The newest rows behind a place that match. Each way reads rows in the order of an index and stops after one page: the
 * index of the end user, the session or the failures where the query names one; else the newest rows of each group that
 * matches, merged; else all rows in the order of their booking. A filter that is in none of these indexes may fit few
 * rows of many; SQLite therefore reads in parts.
 */
export async function listGenerations(
  database: Database,
  engine: Store["engine"],
  organisationId: string,
  query: GenerationQuery,
): Promise<GenerationPage> {
  const texts = [...Object.values(query), ...(query.generationIds ?? [])];
  if (texts.some((value) => typeof value === "string" && !mayBeStored(value)))
    return { records: [], next: null };
  const found = await newest(database, engine, organisationId, query);
  const records = await recordsOf(database, found.slice(0, query.limit));
  const last = found[query.limit - 1];
  return {
    records,
    next:
      found.length > query.limit && last !== undefined
        ? { settledAtMs: last.settled_at_ms, generationId: last.request_id }
        : null,
  };
}

async function newest(
  database: Database,
  engine: Store["engine"],
  organisationId: string,
  query: GenerationQuery,
): Promise<readonly Found[]> {
  const own = sql`organisation_id = ${organisationId}`;
  const indexed = indexedCondition(query);
  const inLedger = {
    // Without another index the one of the times, whose rows are of all organisations: it alone is read to count them.
    source: indexed.length === 0 ? sql`true` : sql.join([own, ...indexed], sql` and `),
    conditions: [own, ...groupConditions(query), ...conditionsOf(query)],
  };
  const first = () => firstOf(database, engine, query, inLedger);
  if (hasIndex(query)) return await first();
  if (groupConditions(query).length === 0 && (await isAlone(database))) return await first();
  const groups = await groupsOf(database, organisationId, query, mostGroups + 1);
  return groups.length > mostGroups
    ? await first()
    : await firstOfGroups(database, engine, query, groups);
}

/** A key has few groups: their rows are fewer than the failures of all keys. */
function hasIndex(query: GenerationQuery): boolean {
  const isNamed =
    query.endUser !== undefined ||
    query.sessionId !== undefined ||
    query.generationIds !== undefined;
  return isNamed || (isOfFailures(query) && query.keyId === undefined);
}

/** Then the order of booking is the order of its rows. */
async function isAlone(database: Database): Promise<boolean> {
  return (await database.selectFrom("organisations").select("id").limit(2).execute()).length === 1;
}

interface InLedger {
  /** In the order of an index. */
  readonly source: Condition;
  readonly conditions: readonly Condition[];
}

async function firstOf(
  database: Database,
  engine: Store["engine"],
  query: GenerationQuery,
  { source, conditions }: InLedger,
): Promise<readonly Found[]> {
  const read = async (part: readonly Condition[]) =>
    (await newestWhere(query, [...conditions, ...part]).execute(database)).rows;
  // Ids are looked up, and no row is read for nothing.
  return engine === "postgres" || query.generationIds !== undefined
    ? await read(periodOf(query))
    : await readInParts(database, query, [source], (part) => read([part]));
}

function newestWhere({ limit }: GenerationQuery, conditions: readonly Condition[]) {
  return sql<Found>`select request_id, settled_at_ms from ledger
    where ${sql.join(conditions, sql` and `)}
    order by settled_at_ms desc, request_id desc limit ${limit + 1}`;
}

/** The newest rows of each group, and of these the newest. SQLite has no lateral join. */
async function firstOfGroups(
  database: Database,
  engine: Store["engine"],
  query: GenerationQuery,
  groups: readonly string[],
): Promise<readonly Found[]> {
  const conditions = conditionsOf(query);
  if (engine === "postgres") {
    const rows = newestWhere(query, [sql`group_id = g.id`, ...periodOf(query), ...conditions]);
    return (
      await sql<Found>`select r.* from unnest(${groups}::text[]) as g(id) cross join lateral (${rows}) as r
        order by settled_at_ms desc, request_id desc limit ${query.limit + 1}`.execute(database)
    ).rows;
  }
  let found: readonly Found[] = [];
  for (let start = 0; start < groups.length; start += groupsAtOnce) {
    const each = groups
      .slice(start, start + groupsAtOnce)
      .map((id): Condition => sql`group_id = ${id}`);
    const rows = await readInParts(database, query, each, (part) =>
      newestOfEach(database, query, each, [part, ...conditions]),
    );
    found = [...found, ...rows].toSorted(newestFirst).slice(0, query.limit + 1);
  }
  return found;
}

async function newestOfEach(
  database: Database,
  query: GenerationQuery,
  groups: readonly Condition[],
  conditions: readonly Condition[],
): Promise<readonly Found[]> {
  const each = groups
    .map((group) => newestWhere(query, [group, ...conditions]))
    .map((rows) => sql`select * from (${rows}) as of_group`);
  return (
    await sql<Found>`select * from (${sql.join(each, sql` union all `)}) as rows
      order by settled_at_ms desc, request_id desc limit ${query.limit + 1}`.execute(database)
  ).rows;
}

function newestFirst(one: Found, other: Found): number {
  return other.settled_at_ms - one.settled_at_ms || (other.request_id > one.request_id ? 1 : -1);
}

async function recordsOf(database: Database, found: readonly Found[]) {
  if (found.length === 0) return [];
  const ids = found.map(({ request_id }) => request_id);
  const rows = await database
    .selectFrom("ledger")
    .selectAll()
    .where("request_id", "in", ids)
    .execute();
  const attempts = await database
    .selectFrom("ledger_attempts")
    .selectAll()
    .where("request_id", "in", ids)
    .orderBy("attempt")
    .execute();
  const byId = new Map<string, LedgerRow>(rows.map((row) => [row.request_id, row]));
  const billed = Map.groupBy<string, LedgerAttemptRow>(attempts, (row) => row.request_id);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [toGenerationRecord(row, billed.get(id) ?? [])];
  });
}
