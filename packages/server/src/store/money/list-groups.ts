import { type RawBuilder, sql } from "kysely";
import type { ActivityGroup, ActivityQuery } from "../ports/activity.ts";
import type { Listed } from "../ports/page.ts";
import { mayBeStored } from "../records/text-key.ts";
import type { Database } from "../schema.ts";
import {
  type Asked,
  activityRows,
  type GroupRow,
  groupColumnsOf,
  spanMs,
} from "./activity-source.ts";
import { type TimesOf, timesOfGroups } from "./group-times.ts";

type SumRow = GroupRow & {
  readonly requests: number;
  readonly estimated_requests: number;
  readonly failures: number;
  readonly byok_requests: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_input_tokens: number;
  readonly reasoning_tokens: number;
  readonly cost: number;
  readonly unbilled: number;
};

const sums = sql`coalesce(sum(requests), 0) as requests,
  coalesce(sum(estimated_requests), 0) as estimated_requests, coalesce(sum(failures), 0) as failures,
  coalesce(sum(byok_requests), 0) as byok_requests, coalesce(sum(input_tokens), 0) as input_tokens,
  coalesce(sum(output_tokens), 0) as output_tokens,
  coalesce(sum(cached_input_tokens), 0) as cached_input_tokens,
  coalesce(sum(reasoning_tokens), 0) as reasoning_tokens, coalesce(sum(cost_nanousd), 0) as cost,
  coalesce(sum(unbilled_nanousd), 0) as unbilled`;

export async function listGroups(
  database: Database,
  organisationId: string,
  query: ActivityQuery,
): Promise<Listed<ActivityGroup>> {
  const texts = [query.model, query.provider, query.app, query.workspaceId];
  if (texts.some((text) => text !== undefined && !mayBeStored(text)))
    return { records: [], totalCount: 0 };
  const { counted_ms: countedMs } = await database
    .selectFrom("activity_cursor")
    .select("counted_ms")
    .executeTakeFirstOrThrow();
  const { granularity = "day" } = query;
  const columns = groupColumnsOf(query);
  const asked: Asked = { organisationId, query, granularity, countedMs, columns };
  const grouped = groupedRows(asked);
  const { rows } = await sql<SumRow>`select ${selected(asked)} ${grouped}
    order by ${sql.join(orderOf(asked))} limit ${query.limit} offset ${query.offset}`.execute(
    database,
  );
  const timesOf = await timesOfGroups(database, asked, rows);
  const records = rows.map((row) => toGroup(asked, row, timesOf));
  // Most lists end on their first page, and need no second query to be counted.
  if (query.offset === 0 && rows.length < query.limit) return { records, totalCount: rows.length };
  const counted = await sql<{ count: number }>`
    select count(*) as count from (select count(*) as requests ${grouped}) as found`.execute(
    database,
  );
  return { records, totalCount: counted.rows[0]?.count ?? 0 };
}

function selected({ columns }: Asked): RawBuilder<unknown> {
  const names = columns.map((column) => sql.ref(column));
  return names.length === 0 ? sums : sql`${sql.join(names)}, ${sums}`;
}

function groupedRows(asked: Asked): RawBuilder<unknown> {
  const names = asked.columns.map((column) => sql.ref(column));
  const groupBy = names.length === 0 ? sql`` : sql`group by ${sql.join(names)}`;
  return sql`from (${activityRows(asked)}) as counted ${groupBy}`;
}

/** Newest time first, then highest cost; names last, so that pages neither overlap nor leave gaps. */
function orderOf({ columns }: Asked): RawBuilder<unknown>[] {
  const times = columns.filter((column) => column === "day" || column === "hour");
  const others = columns.filter((column) => column !== "day" && column !== "hour");
  return [
    ...times.map((column) => sql`${sql.ref(column)} desc`),
    ...[sql`cost desc`, sql`requests desc`],
    // The engines sort nulls differently unless the query says how.
    ...others.map((column) => sql`${sql.ref(column)} nulls last`),
  ];
}

function toGroup({ granularity }: Asked, row: SumRow, timesOf: TimesOf): ActivityGroup {
  const start = row.hour ?? row.day;
  const iso = start === undefined ? null : new Date(start * spanMs[granularity]).toISOString();
  return {
    day: iso?.slice(0, 10) ?? null,
    hour: granularity === "hour" ? iso : null,
    keyId: row.key_id ?? null,
    workspaceId: row.workspace_id ?? null,
    model: row.model ?? null,
    provider: row.provider ?? null,
    appUrl: row.app_url ?? null,
    appTitle: row.app_title ?? null,
    requests: row.requests,
    estimatedRequests: row.estimated_requests,
    failures: row.failures,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cachedInputTokens: row.cached_input_tokens,
    reasoningTokens: row.reasoning_tokens,
    costNanousd: row.cost,
    unbilledNanousd: row.unbilled,
    byokRequests: row.byok_requests,
    ...timesOf(row),
  };
}
