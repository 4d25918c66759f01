import { type RawBuilder, sql } from "kysely";
import { toFields } from "../fields.ts";
import { ofWorkspace } from "../placement.ts";
import type { ActivityGroup, ActivityQuery } from "../ports/activity.ts";
import type { Listed } from "../ports/page.ts";
import { mayBeStored } from "../records/rows.ts";
import type { Database } from "../schema.ts";
import {
  type ActivityRequest,
  activityRows,
  areRowsGroups,
  type GroupRow,
  groupColumnsOf,
  spanMs,
  spansOf,
} from "./activity-source.ts";
import { type Counts, countColumns } from "./activity-tables.ts";
import { type TimesOf, timesOfGroups } from "./group-times.ts";
import { summedWeeks } from "./week-sums.ts";

type SumRow = GroupRow &
  Counts & {
    /** How many groups there are, with those of other pages. */
    readonly groups: number;
  };

const sums = sql.join(
  countColumns.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0) as ${sql.ref(column)}`),
);

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
  const ofRow = (column: string) => ofWorkspace(database, sql.ref("l.workspace_id"), column);
  const question = { organisationId, query, granularity, countedMs, columns, ofRow };
  const weeks = await weeksOf(database, question);
  const asked: ActivityRequest = { ...question, weeks };
  const page: SpanPage = columns.includes(granularity)
    ? await pageOfSpans(database, asked)
    : { asked };
  const rows = await readPage(database, page.asked);
  const timesOf = await timesOfGroups(database, asked, rows);
  const records = rows.map((row) => toGroup(asked, row, timesOf));
  return {
    records,
    totalCount: page.totalCount ?? rows[0]?.groups ?? (await countGroups(database, asked)),
  };
}

/** Questions that tell days or hours apart read these. */
async function weeksOf(
  database: Database,
  question: Omit<ActivityRequest, "weeks">,
): Promise<readonly number[]> {
  const { organisationId, granularity, columns, countedMs } = question;
  if (granularity === "hour" || columns.includes("day")) return [];
  return await summedWeeks(database, organisationId, spansOf(question), countedMs);
}

async function readPage(database: Database, asked: ActivityRequest): Promise<readonly SumRow[]> {
  const { limit, offset } = asked.query;
  // The groups are counted on the way: asked for separately, all rows were grouped twice.
  const { rows } = await sql<SumRow>`select ${selected(asked)}, count(*) over () as groups
    ${groupedRows(asked)} order by ${sql.join(orderOf(asked))} limit ${limit} offset ${offset}`.execute(
    database,
  );
  return rows;
}

interface SpanPage {
  readonly asked: ActivityRequest;
  readonly totalCount?: number;
}

/** Days and hours come first in the order: those that are not on the page are counted, and not summed up. */
async function pageOfSpans(database: Database, asked: ActivityRequest): Promise<SpanPage> {
  const { query, granularity } = asked;
  const span = sql.ref(granularity);
  const names = asked.columns.map((column) => sql.ref(column));
  // Then an index has the answer: telling the groups apart took PostgreSQL ten times as long.
  const grouped = areRowsGroups(asked) ? sql`` : sql`group by ${sql.join(names)}`;
  const { rows } = await sql<{ readonly span: number; readonly groups: number }>`
    select ${span} as span, count(*) as groups from (
      select ${span} from (${activityRows(asked)}) as counted ${grouped}) as found
    group by ${span} order by ${span} desc`.execute(database);
  const onPage: number[] = [];
  let before = 0;
  let totalCount = 0;
  for (const { span: each, groups } of rows) {
    if (totalCount + groups <= query.offset) before += groups;
    else if (totalCount < query.offset + query.limit) onPage.push(each);
    totalCount += groups;
  }
  return { asked: between(asked, onPage, query.offset - before), totalCount };
}

function between(
  asked: ActivityRequest,
  spans: readonly number[],
  offset: number,
): ActivityRequest {
  const ms = spanMs[asked.granularity];
  const [last = 0] = spans;
  const first = spans.at(-1) ?? last + 1;
  return {
    ...asked,
    query: { ...asked.query, offset, fromMs: first * ms, toMs: (last + 1) * ms },
  };
}

async function countGroups(database: Database, asked: ActivityRequest): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from (select count(*) as requests ${groupedRows(asked)}) as found`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

function selected({ columns }: ActivityRequest): RawBuilder<unknown> {
  const names = columns.map((column) => sql.ref(column));
  return names.length === 0 ? sums : sql`${sql.join(names)}, ${sums}`;
}

function groupedRows(asked: ActivityRequest): RawBuilder<unknown> {
  const names = asked.columns.map((column) => sql.ref(column));
  const groupBy = names.length === 0 ? sql`` : sql`group by ${sql.join(names)}`;
  return sql`from (${activityRows(asked)}) as counted ${groupBy}`;
}

/** Newest time first, then highest cost; names last, so that pages neither overlap nor leave gaps. */
function orderOf({ columns }: ActivityRequest): RawBuilder<unknown>[] {
  const times = columns.filter((column) => column === "day" || column === "hour");
  const others = columns.filter((column) => column !== "day" && column !== "hour");
  return [
    ...times.map((column) => sql`${sql.ref(column)} desc`),
    sql`cost_nanousd desc`,
    sql`requests desc`,
    // The engines sort nulls differently unless the query says how.
    ...others.map((column) => sql`${sql.ref(column)} nulls last`),
  ];
}

/** What no question tells apart stays null. */
export const everyGroup = {
  keyId: null,
  workspaceId: null,
  model: null,
  provider: null,
  appUrl: null,
  appTitle: null,
  tag: null,
};

function toGroup({ granularity }: ActivityRequest, row: SumRow, timesOf: TimesOf): ActivityGroup {
  const start = row.hour ?? row.day;
  const iso = start === undefined ? null : new Date(start * spanMs[granularity]).toISOString();
  return {
    day: iso?.slice(0, 10) ?? null,
    hour: granularity === "hour" ? iso : null,
    ...everyGroup,
    ...toFields(row, "day", "hour", "groups"),
    ...timesOf(row),
  };
}
