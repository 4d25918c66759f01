import { dayMs, weekDays } from "@portico/core/rules/calendar";
import { type RawBuilder, sql } from "kysely";
import { isSpread } from "../placement.ts";
import type { Database, Tx } from "../schema.ts";
import { type ActivityWeeksTable, countColumns } from "./activity-tables.ts";
import { inSteps } from "./count-hours.ts";
import { lockCursor } from "./cursor.ts";
import { readTimes, toTimesColumns } from "./times.ts";
import { fewAtOnce } from "./write-sums.ts";

/** There are sums of so many weeks until now. */
const mostWeeks = 60;
/** Rows of days. A week of more would hold up requests in SQLite while it is summed up: its days are read instead. */
const mostRows = 10_000;

/** Days since 1970; `to` is not one of them. */
interface Days {
  readonly from: number;
  readonly to: number;
}

/** Once a day, sums up the weeks that are over and have no sums. */
export function createWeekSums(database: Database): () => Promise<void> {
  let summedDay = -1;
  return async () => {
    // Each week would be looked for on every node: days are read there.
    if (isSpread(database)) return;
    const { counted_ms: countedMs } = await database
      .selectFrom("activity_cursor")
      .select("counted_ms")
      .executeTakeFirstOrThrow();
    const day = Math.floor(countedMs / dayMs);
    if (day === summedDay) return;
    await inSteps(database, async (tx) => ((await sumNext(tx)) ? 0 : null));
    summedDay = day;
  };
}

/** One week of one organisation. False if none is left. */
async function sumNext(tx: Tx): Promise<boolean> {
  const { counted_ms: countedMs } = await lockCursor(tx);
  const weeks = await wholeWeeks(tx, { from: 0, to: Math.floor(countedMs / dayMs) }, countedMs);
  if (weeks.length === 0) return false;
  const rowsOfWeek = sql`select 1 from activity_days d where d.organisation_id = o.id
    and d.day >= column1 * ${sql.lit(weekDays)} and d.day < (column1 + 1) * ${sql.lit(weekDays)}
    limit ${sql.lit(mostRows + 1)}`;
  const { rows } = await sql<{ readonly id: string; readonly week: number }>`
    select o.id, column1 as week from organisations o cross join ${tableOf(weeks)}
    where not exists (select 1 from activity_weeks w where w.organisation_id = o.id and w.week = column1)
      and (select count(*) from (${rowsOfWeek}) as found) between 1 and ${sql.lit(mostRows)}
    limit 1`.execute(tx);
  const [next] = rows;
  if (next !== undefined) await sumUp(tx, next.id, next.week);
  return next !== undefined;
}

const group = sql`key_id, workspace_id, model, provider, app_url, app_title`;
const counts = sql.join(countColumns.map((column) => sql.ref(column)));
const times = sql`latencies, first_tokens, timed_tokens, timed_ms`;
const min = (column: string) => sql`min(${sql.ref(column)}) as ${sql.ref(column)}`;
const sum = (column: string) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`;

async function sumUp(tx: Tx, organisationId: string, week: number): Promise<void> {
  const ofWeek = sql`organisation_id = ${organisationId} and day >= ${week * weekDays}
    and day < ${(week + 1) * weekDays}`;
  const { rows } = await sql<Omit<ActivityWeeksTable, "week">>`
    select organisation_id, group_id, ${min("key_id")}, ${min("workspace_id")}, ${min("model")},
      ${min("provider")}, ${min("app_url")}, ${min("app_title")}, ${sql.join(countColumns.map(sum))},
      ${sum("timed_tokens")}, ${sum("timed_ms")},
      coalesce(string_agg(latencies, ' '), '') as latencies,
      coalesce(string_agg(first_tokens, ' '), '') as first_tokens
    from (
      select organisation_id, group_id, ${group}, ${counts}, null as latencies, null as first_tokens,
        0 as timed_tokens, 0 as timed_ms from activity_days where ${ofWeek}
      union all
      select organisation_id, group_id, ${group}, ${sql.join(countColumns.map(() => sql`0`))}, ${times}
      from activity_day_times where ${ofWeek} and is_coarse = 0
    ) as days
    group by organisation_id, group_id`.execute(tx);
  const summed = rows.map((row) => ({ ...row, week, ...toTimesColumns(readTimes(row)) }));
  for (const some of fewAtOnce(summed))
    await tx
      .insertInto("activity_weeks")
      .values([...some])
      .execute();
}

/** The weeks of these days that have sums, which no row of the ledger is missing in. */
export async function summedWeeks(
  tx: Database,
  organisationId: string,
  days: Days,
  countedMs: number,
): Promise<readonly number[]> {
  const weeks = await wholeWeeks(tx, days, countedMs);
  if (weeks.length === 0) return [];
  const { rows } = await sql<{ readonly week: number }>`
    select column1 as week from ${tableOf(weeks)} where exists (
      select 1 from activity_weeks w where w.organisation_id = ${organisationId} and w.week = column1)
    order by week`.execute(tx);
  return rows.map(({ week }) => week);
}

/** A row that is not counted yet is in the sums of its day, and may be in none of its week. */
async function wholeWeeks(
  tx: Database,
  { from, to }: Days,
  countedMs: number,
): Promise<readonly number[]> {
  const begin = Math.ceil(from / weekDays);
  if (begin >= Math.floor(to / weekDays)) return [];
  const { rows } = await sql<{ readonly day: number | null }>`
    select min(charged_day) as day from ledger where settled_at_ms > ${countedMs}`.execute(tx);
  const end = Math.floor(Math.min(to, rows[0]?.day ?? to) / weekDays);
  const first = Math.max(begin, end - mostWeeks);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
}

/** Both engines name its column `column1`. */
function tableOf(weeks: readonly number[]): RawBuilder<unknown> {
  return sql`(values ${sql.join(weeks.map((week) => sql`(${sql.lit(week)})`))}) as weeks`;
}
