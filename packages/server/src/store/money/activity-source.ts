import { dayMs, weekDays } from "@portico/core/rules/calendar";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { ActivityQuery } from "../ports/activity.ts";
import type { GenerationQuery } from "../ports/generation.ts";
import { matching } from "../records/rows.ts";
import type { Tables } from "../schema.ts";
import { isOtherApps, otherApp } from "./activity-group.ts";
import { hourMs } from "./hour-counts.ts";

export const spanMs = { day: dayMs, hour: hourMs } as const;

const groupColumns = {
  key: ["key_id"],
  workspace: ["workspace_id"],
  model: ["model"],
  provider: ["provider"],
  // The title first: few requests have an address, and SQLite sorts by it faster.
  app: ["app_title", "app_url"],
  // Of list-tag-groups.ts.
  tag: [],
} as const;

type GroupColumn = "day" | "hour" | (typeof groupColumns)[keyof typeof groupColumns][number];
type Columns = Selectable<Tables["activity_days"]> & Selectable<Tables["activity_hours"]>;
export type GroupRow = Partial<Pick<Columns, GroupColumn>>;

export interface ActivityRequest {
  readonly granularity: "day" | "hour";
  readonly organisationId: string;
  readonly query: ActivityQuery;
  /** The rows of the ledger until then are counted in activity_hours and activity_day_times. */
  readonly countedMs: number;
  readonly columns: readonly GroupColumn[];
  /** Those that are read from activity_weeks. */
  readonly weeks: readonly number[];
  /** The condition that an attempt's row stands where its request's row `l` does. */
  readonly ofRow: (workspace: string) => RawBuilder<unknown>;
  /** Only these. */
  readonly keyIds?: readonly number[];
}

export function groupColumnsOf({
  groupBy,
  granularity = "day",
}: ActivityQuery): readonly GroupColumn[] {
  return [...new Set(groupBy)].flatMap((name): readonly GroupColumn[] =>
    name === "day" ? [granularity] : groupColumns[name],
  );
}

/** The rows of one organisation that match, counted by days or hours. */
function conditionsOf(asked: ActivityRequest): RawBuilder<unknown> {
  const span = sql.ref(asked.granularity);
  const { from, to } = spansOf(asked);
  return conditionsIn(asked, sql`${span} >= ${from} and ${span} < ${to}`);
}

/** Of a table with coarse rows, those that the question needs. */
function conditionsByLevel(asked: ActivityRequest): RawBuilder<unknown> {
  const isCoarse = sql`is_coarse = ${sql.lit(needsGroups(asked) ? 0 : 1)}`;
  return sql`${conditionsOf(asked)} and ${isCoarse}`;
}

function needsGroups({ columns, query }: ActivityRequest): boolean {
  return (
    columns.some((column) => column === "key_id" || column === "app_url") ||
    query.keyId !== undefined ||
    query.app !== undefined
  );
}

function conditionsIn(asked: ActivityRequest, isInSpans: RawBuilder<unknown>): RawBuilder<unknown> {
  const { organisationId, query, keyIds } = asked;
  const conditions = [
    sql`organisation_id = ${organisationId}`,
    isInSpans,
    ...activityConditions(query),
    ...(keyIds === undefined ? [] : [sql`key_id in (${sql.join(keyIds)})`]),
  ];
  return sql.join(conditions, sql` and `);
}

export function spansOf({ query: { fromMs, toMs }, granularity }: Omit<ActivityRequest, "weeks">) {
  const ms = spanMs[granularity];
  return { from: Math.floor(fromMs / ms), to: Math.ceil(toMs / ms) };
}

/** Whether each row of the table is a group of its own, because all that tells rows apart is asked for. */
export function areRowsGroups({ granularity, columns }: ActivityRequest): boolean {
  const names = ["day", ...groupColumns.key, ...groupColumns.model, ...groupColumns.provider];
  return (
    granularity === "day" &&
    [...names, ...groupColumns.app].every((name) => columns.some((column) => column === name))
  );
}

/** A day is written with each booking; an hour is counted later, and what is missing is read from the ledger. */
export function activityRows(asked: ActivityRequest): RawBuilder<unknown> {
  const columns = sql`${sql.ref(asked.granularity)}, ${groupsColumns}, requests, estimated_requests,
    failures, byok_requests, input_tokens, output_tokens, cached_input_tokens, reasoning_tokens,
    cost_nanousd, unbilled_nanousd`;
  if (asked.granularity === "day")
    return rowsOfDays(asked, (inDays) => sql`activity_days where ${conditionsOf(inDays)}`, columns);
  return sql`select ${columns} from activity_hours where ${conditionsByLevel(asked)}
    union all select ${columns} from (${uncountedParts(asked)}) as parts where ${conditionsOf(asked)}`;
}

/** The times of requests that are counted. */
export function timesRows(asked: ActivityRequest): RawBuilder<unknown> {
  const columns = sql`${sql.ref(asked.granularity)}, ${groupsColumns}, latencies, first_tokens,
    timed_tokens, timed_ms`;
  if (asked.granularity === "hour")
    return sql`select ${columns} from activity_hours where ${conditionsByLevel(asked)}`;
  // Coarse rows of days are few.
  const { weeks } = needsGroups(asked) ? asked : { weeks: [] };
  const ofDays = (inDays: ActivityRequest) =>
    sql`activity_day_times where ${conditionsByLevel(inDays)}`;
  return rowsOfDays({ ...asked, weeks }, ofDays, columns);
}

/** A week stands for its first day: questions that tell days apart have none. */
function rowsOfDays(
  asked: ActivityRequest,
  ofDays: (asked: ActivityRequest) => RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { weeks, query } = asked;
  const parts = daysBeside(asked).map(({ from, to }) => {
    const days = { ...asked, query: { ...query, fromMs: from * dayMs, toMs: to * dayMs } };
    return sql`select ${columns} from ${ofDays(days)}`;
  });
  if (weeks.length === 0) return sql.join(parts);
  const ofWeeks = sql`select week * ${sql.lit(weekDays)} as day, * from activity_weeks
    where ${conditionsIn(asked, sql`week in (${sql.join(weeks)})`)}`;
  return sql.join([...parts, sql`select ${columns} from (${ofWeeks}) as weeks`], sql` union all `);
}

/** The days of the question that are in none of its weeks. */
function daysBeside(asked: ActivityRequest) {
  const { from, to } = spansOf(asked);
  const begins = [from, ...asked.weeks.map((week) => (week + 1) * weekDays)];
  const ends = [...asked.weeks.map((week) => week * weekDays), to];
  return begins
    .map((begin, index) => ({ from: begin, to: ends[index] ?? begin }))
    .filter(({ from: begin, to: end }) => begin < end || asked.weeks.length === 0);
}

/** Of a row of activity or of the ledger, as it is counted. */
export const groupsColumns = sql`key_id, workspace_id, model, provider,
  case when ${isOtherApps} then null else app_url end as app_url,
  case when ${isOtherApps} then ${sql.lit(otherApp)} else app_title end as app_title`;

/** The rows of the ledger that are not counted yet, whole hours of them. */
export function uncounted(asked: ActivityRequest): RawBuilder<unknown> {
  const { organisationId, granularity, countedMs } = asked;
  const { from, to } = spansOf(asked);
  const period =
    granularity === "hour"
      ? sql`settled_at_ms >= ${from * hourMs} and settled_at_ms < ${to * hourMs}`
      : sql`charged_day >= ${from} and charged_day < ${to}`;
  return sql`organisation_id = ${organisationId} and settled_at_ms > ${countedMs} and ${period}`;
}

/** What activityCounts in activity-counts.ts does. Only a row of several attempts can have rows of its attempts. */
function uncountedParts(asked: ActivityRequest): RawBuilder<unknown> {
  const { ofRow } = asked;
  const hour = sql`settled_at_ms / ${sql.lit(hourMs)} as hour`;
  const billed = sql`exists (select 1 from ledger_attempts b where b.request_id = l.request_id
    and ${ofRow("b.workspace")})`;
  const isLast = sql`not exists (select 1 from ledger_attempts n
    where n.request_id = a.request_id and n.attempt > a.attempt and ${ofRow("n.workspace")})`;
  const ifLast = (column: RawBuilder<unknown>) =>
    sql`case when ${isLast} then ${column} else 0 end`;
  const failed = sql`case when status >= 400 then 1 else 0 end`;
  return sql`
    select organisation_id, ${hour}, group_id, key_id, workspace_id, model, provider, app_url, app_title,
      1 as requests, estimated as estimated_requests, ${failed} as failures, byok as byok_requests,
      input_tokens, output_tokens, cached_input_tokens, reasoning_tokens,
      charged_nanousd as cost_nanousd, unbilled_nanousd
    from ledger l where ${uncounted(asked)} and not (attempts like '%},{%' and ${billed})
    union all
    select organisation_id, ${hour}, a.group_id, key_id, workspace_id, model, a.provider, app_url, app_title,
      ${ifLast(sql`1`)}, ${ifLast(sql`l.estimated`)}, ${ifLast(failed)}, ${ifLast(sql`l.byok`)},
      a.input_tokens, a.output_tokens, a.cached_input_tokens, a.reasoning_tokens,
      a.charged_nanousd, a.unbilled_nanousd
    from ledger l join ledger_attempts a on a.request_id = l.request_id and ${ofRow("a.workspace")}
    where ${uncounted(asked)} and attempts like '%},{%'`;
}

type GroupFilter = Pick<GenerationQuery, "keyId" | "workspaceId" | "model" | "provider" | "app">;

/** On the columns of a group, which are the same in the ledger and in activity. */
export function groupConditions(query: GroupFilter): RawBuilder<unknown>[] {
  const { app } = query;
  return [
    ...withoutApp(query),
    ...(app === undefined ? [] : [sql`(app_url = ${app} or app_title = ${app})`]),
  ];
}

/** The same as a request is counted in activity. */
export function activityConditions(query: GroupFilter): RawBuilder<unknown>[] {
  const { app } = query;
  if (app === undefined) return withoutApp(query);
  const isApp = sql`(not ${isOtherApps} and (app_url = ${app} or app_title = ${app}))`;
  return [...withoutApp(query), app === otherApp ? sql`(${isOtherApps} or ${isApp})` : isApp];
}

function withoutApp(query: GroupFilter): RawBuilder<unknown>[] {
  return [matching(query, "keyId", "workspaceId", "model", "provider")];
}
