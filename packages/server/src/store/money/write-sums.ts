import { weekDays } from "@portico/core/rules/calendar";
import {
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type RawBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { toFlag } from "../fields.ts";
import { replaced } from "../records/rows.ts";
import type { Tables, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { countColumns, type GroupColumns } from "./activity-tables.ts";
import { addCounts, type DayTimes, type HourCounts, type LedgerSums } from "./hour-counts.ts";
import { addTimes, noTimes, readTimes, type Times, timesColumns, toTimesColumns } from "./times.ts";

/** Adds to the rows of activity_hours and activity_day_times. The caller holds the lock of the cursor. */
export async function writeSums(tx: Tx, engine: Store["engine"], sums: LedgerSums): Promise<void> {
  for (const some of fewAtOnce(sums.hours(), engine)) await writeHours(tx, engine, some);
  for (const some of fewAtOnce(sums.days(), engine)) {
    await writeDays(tx, engine, some);
    await removeWeeks(tx, some);
  }
}

/** Few enough that requests do not notice one statement in SQLite. */
const rowsAtOnce = { sqlite: 100, postgres: 2000 };

export function fewAtOnce<Row>(
  rows: readonly Row[],
  engine: Store["engine"] = "sqlite",
): readonly (readonly Row[])[] {
  const most = rowsAtOnce[engine];
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, index) =>
    rows.slice(index * most, (index + 1) * most),
  );
}

function columnsOf(group: GroupColumns): GroupColumns {
  const { organisation_id, group_id, key_id, workspace_id, model } = group;
  const { provider, app_url, app_title } = group;
  return { organisation_id, group_id, key_id, workspace_id, model, provider, app_url, app_title };
}

/** The rows that are there are read together, and all written together: one by one it took most of a count's time. */
async function writeHours(
  tx: Tx,
  engine: Store["engine"],
  hours: readonly HourCounts[],
): Promise<void> {
  const found = await tx
    .selectFrom("activity_hours")
    .selectAll()
    .where("organisation_id", "in", distinct(hours.map(organisationOf)))
    .where("is_coarse", "in", [0, 1])
    .where("hour", "in", distinct(hours.map(({ hour }) => hour)))
    .where(among("group_id", hours.map(groupOf), engine))
    .execute();
  const known = new Map(found.map((row) => [placeOf(row.hour, row), row]));
  const rows = hours.map(({ hour, isCoarse, group, counts, times }) => {
    const place = { hour, is_coarse: toFlag(isCoarse), ...columnsOf(group) };
    const row = known.get(placeOf(hour, place));
    const sums = { ...counts };
    if (row !== undefined) addCounts(sums, row);
    return { ...place, ...sums, ...toTimesColumns(added(row && readTimes(row), times)) };
  });
  await tx
    .insertInto("activity_hours")
    .$call((insertion) => withRows(insertion, engine, "activity_hours", rows))
    .onConflict((conflict) =>
      conflict
        .columns(["organisation_id", "is_coarse", "hour", "group_id"])
        .doUpdateSet(replaced([...countColumns, ...timesColumns])),
    )
    .execute();
}

async function writeDays(
  tx: Tx,
  engine: Store["engine"],
  days: readonly DayTimes[],
): Promise<void> {
  const found = await tx
    .selectFrom("activity_day_times")
    .selectAll()
    .where("organisation_id", "in", distinct(days.map(organisationOf)))
    .where("is_coarse", "in", [0, 1])
    .where("day", "in", distinct(days.map(({ day }) => day)))
    .where(among("group_id", days.map(groupOf), engine))
    .execute();
  const known = new Map(found.map((row) => [placeOf(row.day, row), row]));
  const rows = days.map(({ day, isCoarse, group, times }) => {
    const place = { day, is_coarse: toFlag(isCoarse), ...columnsOf(group) };
    const row = known.get(placeOf(day, place));
    return { ...place, ...toTimesColumns(added(row && readTimes(row), times)) };
  });
  await tx
    .insertInto("activity_day_times")
    .$call((insertion) => withRows(insertion, engine, "activity_day_times", rows))
    .onConflict((conflict) =>
      conflict
        .columns(["organisation_id", "is_coarse", "day", "group_id"])
        .doUpdateSet(replaced(timesColumns)),
    )
    .execute();
}

/** PostgreSQL takes them as one parameter: reading a statement of thousands took most of a count's time. */
function among(
  column: string,
  values: readonly string[],
  engine: Store["engine"],
): RawBuilder<SqlBool> {
  const listed = distinct(values);
  return engine === "postgres"
    ? sql`${sql.ref(column)} = any(${listed}::text[])`
    : sql`${sql.ref(column)} in (${sql.join([...listed])})`;
}

/** Likewise. */
function withRows<Table extends keyof Tables, Row extends Insertable<Tables[Table]> & object>(
  insertion: InsertQueryBuilder<Tables, Table, InsertResult>,
  engine: Store["engine"],
  table: Table,
  rows: readonly Row[],
): InsertQueryBuilder<Tables, Table, InsertResult> {
  if (engine === "sqlite") return insertion.values([...rows]);
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((column) => sql.ref(column)));
  return insertion
    .columns(columns as never)
    .expression(
      sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`,
    );
}

/** Sums of weeks are made again from their days. */
async function removeWeeks(tx: Tx, days: readonly DayTimes[]): Promise<void> {
  await tx
    .deleteFrom("activity_weeks")
    .where("organisation_id", "in", distinct(days.map(organisationOf)))
    .where("week", "in", distinct(days.map(({ day }) => Math.floor(day / weekDays))))
    .execute();
}

interface Placed {
  readonly organisation_id: string;
  readonly is_coarse: 0 | 1;
  readonly group_id: string;
}

function placeOf(time: number, { organisation_id, is_coarse, group_id }: Placed): string {
  return `${time} ${is_coarse} ${group_id} ${organisation_id}`;
}

function organisationOf({ group }: { readonly group: GroupColumns }): string {
  return group.organisation_id;
}

function groupOf({ group }: { readonly group: GroupColumns }): string {
  return group.group_id;
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}

function added(known: Times | undefined, times: Times): Times {
  const sum = known ?? noTimes();
  addTimes(sum, times);
  return sum;
}
