import { type RawBuilder, sql } from "kysely";
import { growth, percentilesOf } from "../../histogram.ts";
import type { ActivityGroup } from "../ports/activity.ts";
import type { Database } from "../schema.ts";
import {
  type ActivityRequest,
  activityConditions,
  type GroupRow,
  groupsColumns,
  spanMs,
  timesRows,
  uncounted,
} from "./activity-source.ts";
import type { TimesColumns } from "./activity-tables.ts";
import { addTimes, noTimes, readTimes, type Times } from "./times.ts";

type GroupTimes = Pick<ActivityGroup, "latencyMs" | "firstTokenMs" | "outputTokensPerSecond">;
export type TimesOf = (group: GroupRow) => GroupTimes;

/** The times of the groups of a page: from what is counted, and from the rows of the ledger that are not yet. */
export async function timesOfGroups(
  database: Database,
  asked: ActivityRequest,
  page: readonly GroupRow[],
): Promise<TimesOf> {
  const nameOf = (row: GroupRow) => JSON.stringify(asked.columns.map((column) => row[column]));
  const found = new Map(page.map((row) => [nameOf(row), noTimes()]));
  if (page.length === 0) return () => toGroupTimes(noTimes());
  const narrowed = onPage(asked, page);
  for (const row of await countedTimes(database, narrowed)) {
    const times = found.get(nameOf(row));
    if (times !== undefined) addTimes(times, readTimes(row));
  }
  for (const row of await uncountedTimes(database, narrowed)) {
    const times = found.get(nameOf(row));
    if (times !== undefined) addUncounted(times, row);
  }
  return (group) => toGroupTimes(found.get(nameOf(group)) ?? noTimes());
}

/** Only the days or hours of the page are read, and its keys. */
function onPage(asked: ActivityRequest, page: readonly GroupRow[]): ActivityRequest {
  const { query, granularity } = asked;
  const keyIds = [...new Set(page.flatMap((row) => row.key_id ?? []))];
  const narrowed = { ...asked, ...(keyIds.length > 0 && { keyIds }) };
  const spans = page.flatMap((row) => row[granularity] ?? []);
  const first = spans.at(-1);
  const last = spans[0];
  if (first === undefined || last === undefined) return narrowed;
  const ms = spanMs[granularity];
  return { ...narrowed, query: { ...query, fromMs: first * ms, toMs: (last + 1) * ms } };
}

function toGroupTimes(times: Times): GroupTimes {
  return {
    latencyMs: percentilesOf(times.latencies),
    firstTokenMs: percentilesOf(times.firstTokens),
    outputTokensPerSecond: times.ms === 0 ? null : (times.tokens * 1000) / times.ms,
  };
}

/** The group's columns and others, separated by commas. */
function withColumns(
  { columns }: ActivityRequest,
  others: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql.join([...columns.map((column) => sql.ref(column)), others]);
}

/** Histograms of a group are put behind each other here: as rows of their own they took most of a list's time. */
async function countedTimes(
  database: Database,
  asked: ActivityRequest,
): Promise<readonly (GroupRow & TimesColumns)[]> {
  const sums = sql`coalesce(string_agg(latencies, ' '), '') as latencies,
    coalesce(string_agg(first_tokens, ' '), '') as first_tokens,
    coalesce(sum(timed_tokens), 0) as timed_tokens, coalesce(sum(timed_ms), 0) as timed_ms`;
  const { rows } = await sql<GroupRow & TimesColumns>`
    select ${withColumns(asked, sums)} from (${timesRows(asked)}) as counted ${grouped(asked)}`.execute(
    database,
  );
  return rows;
}

function grouped(
  { columns }: ActivityRequest,
  ...more: readonly RawBuilder<unknown>[]
): RawBuilder<unknown> {
  const names = [...columns.map((column) => sql.ref(column)), ...more];
  return names.length === 0 ? sql`` : sql`group by ${sql.join(names)}`;
}

type UncountedRow = GroupRow & {
  readonly measure: "latency" | "first_token" | "tokens" | "ms";
  readonly bucket: number;
  readonly amount: number;
};

/** The same as countTimes in times.ts. */
async function uncountedTimes(
  database: Database,
  asked: ActivityRequest,
): Promise<readonly UncountedRow[]> {
  const where = sql.join(
    [uncounted(asked), sql`status < 400`, ...activityConditions(asked.query)],
    sql` and `,
  );
  const rows = sql`select settled_at_ms / ${sql.lit(spanMs.hour)} as hour, charged_day as day,
    ${groupsColumns}, latency_ms, first_token_ms, output_tokens,
    case when latency_ms - coalesce(first_token_ms, 0) > 1 then latency_ms - coalesce(first_token_ms, 0)
      else 1 end as timed_ms
    from ledger where ${where}`;
  const one = (measure: string, bucket: RawBuilder<unknown>, sum: RawBuilder<unknown>) => sql`
    select ${withColumns(asked, sql`${sql.lit(measure)} as measure, ${bucket} as bucket, ${sum} as amount`)}
    from uncounted`;
  const bucketOf = (column: RawBuilder<unknown>) => sql`cast(round(ln(case when ${column} > 1 then
    ${column} else 1 end) / ${sql.lit(growth)}) as integer)`;
  const latency = bucketOf(sql`latency_ms`);
  const firstToken = bucketOf(sql`first_token_ms`);
  const answered = sql`where output_tokens > 0`;
  const { rows: found } = await sql<UncountedRow>`with uncounted as (${rows})
    ${one("latency", latency, sql`count(*)`)} ${grouped(asked, latency)}
    union all ${one("first_token", firstToken, sql`count(*)`)}
      where first_token_ms is not null ${grouped(asked, firstToken)}
    union all ${one("tokens", sql`0`, sql`coalesce(sum(output_tokens), 0)`)} ${answered} ${grouped(asked)}
    union all ${one("ms", sql`0`, sql`coalesce(sum(timed_ms), 0)`)} ${answered} ${grouped(asked)}`.execute(
    database,
  );
  return found;
}

function addUncounted(times: Times, { measure, bucket, amount }: UncountedRow): void {
  if (measure === "tokens") times.tokens += amount;
  else if (measure === "ms") times.ms += amount;
  else {
    const histogram = measure === "latency" ? times.latencies : times.firstTokens;
    histogram.set(bucket, (histogram.get(bucket) ?? 0) + amount);
  }
}
