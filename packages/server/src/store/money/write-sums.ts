import { toFlag } from "../flag.ts";
import type { Tx } from "../schema.ts";
import {
  addCounts,
  type DayTimes,
  type GroupColumns,
  type HourCounts,
  type LedgerSums,
} from "./hour-counts.ts";
import { addTimes, noTimes, readTimes, type Times, toTimesColumns } from "./times.ts";

/** Adds to the rows of activity_hours and activity_day_times. The caller holds the lock of the cursor. */
export async function writeSums(tx: Tx, sums: LedgerSums): Promise<void> {
  const hours = sums.hours();
  await writeGroups(tx, hours);
  for (const hour of hours) await writeHour(tx, hour);
  for (const day of sums.days()) await writeDay(tx, day);
}

/** Few enough values for one statement. */
const groupsAtOnce = 500;

async function writeGroups(tx: Tx, hours: readonly HourCounts[]): Promise<void> {
  const fine = hours.filter(({ isCoarse }) => !isCoarse);
  const groups = [...new Map(fine.map(({ group }) => [group.group_id, group])).values()];
  for (let start = 0; start < groups.length; start += groupsAtOnce)
    await tx
      .insertInto("activity_groups")
      .values(groups.slice(start, start + groupsAtOnce).map(columnsOf))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

function columnsOf(group: GroupColumns): GroupColumns {
  const { organisation_id, group_id, key_id, workspace_id, model } = group;
  const { provider, app_url, app_title } = group;
  return { organisation_id, group_id, key_id, workspace_id, model, provider, app_url, app_title };
}

async function writeHour(tx: Tx, hour: HourCounts): Promise<void> {
  const place = { hour: hour.hour, is_coarse: toFlag(hour.isCoarse) };
  const known = await tx
    .selectFrom("activity_hours")
    .selectAll()
    .where("organisation_id", "=", hour.group.organisation_id)
    .where("is_coarse", "=", place.is_coarse)
    .where("hour", "=", place.hour)
    .where("group_id", "=", hour.group.group_id)
    .executeTakeFirst();
  const counts = { ...hour.counts };
  if (known !== undefined) addCounts(counts, known);
  const columns = { ...counts, ...toTimesColumns(added(known && readTimes(known), hour.times)) };
  await tx
    .insertInto("activity_hours")
    .values({ ...place, ...columnsOf(hour.group), ...columns })
    .onConflict((conflict) =>
      conflict.columns(["organisation_id", "is_coarse", "hour", "group_id"]).doUpdateSet(columns),
    )
    .execute();
}

async function writeDay(tx: Tx, day: DayTimes): Promise<void> {
  const place = { day: day.day, is_coarse: toFlag(day.isCoarse) };
  const known = await tx
    .selectFrom("activity_day_times")
    .selectAll()
    .where("organisation_id", "=", day.group.organisation_id)
    .where("is_coarse", "=", place.is_coarse)
    .where("day", "=", place.day)
    .where("group_id", "=", day.group.group_id)
    .executeTakeFirst();
  const columns = toTimesColumns(added(known && readTimes(known), day.times));
  await tx
    .insertInto("activity_day_times")
    .values({ ...place, ...columnsOf(day.group), ...columns })
    .onConflict((conflict) =>
      conflict.columns(["organisation_id", "is_coarse", "day", "group_id"]).doUpdateSet(columns),
    )
    .execute();
}

function added(known: Times | undefined, times: Times): Times {
  const sum = known ?? noTimes();
  addTimes(sum, times);
  return sum;
}
