import type { Tx } from "../schema.ts";
import type { Counts, DayTimes, HourCounts, LedgerSums } from "./hour-counts.ts";
import { addTimes, noTimes, readTimes, type Times, toTimesColumns } from "./times.ts";

/** Adds to the rows of activity_hours and activity_day_times. The caller holds the lock of the cursor. */
export async function writeSums(tx: Tx, sums: LedgerSums): Promise<void> {
  for (const hour of sums.hours.values()) await writeHour(tx, hour);
  for (const day of sums.days.values()) await writeDay(tx, day);
}

async function writeHour(tx: Tx, { group, hour, counts, times }: HourCounts): Promise<void> {
  const { organisation_id, group_id, key_id, workspace_id, model } = group;
  const { provider, app_url, app_title } = group;
  const known = await tx
    .selectFrom("activity_hours")
    .selectAll()
    .where("organisation_id", "=", organisation_id)
    .where("hour", "=", hour)
    .where("group_id", "=", group_id)
    .executeTakeFirst();
  const place = { organisation_id, hour, group_id };
  const about = { key_id, workspace_id, model, provider, app_url, app_title };
  const sum = known === undefined ? counts : plus(known, counts);
  const columns = { ...sum, ...toTimesColumns(added(known && readTimes(known), times)) };
  await tx
    .insertInto("activity_hours")
    .values({ ...place, ...about, ...columns })
    .onConflict((conflict) =>
      conflict.columns(["organisation_id", "hour", "group_id"]).doUpdateSet(columns),
    )
    .execute();
}

async function writeDay(tx: Tx, { group, day, times }: DayTimes): Promise<void> {
  const { organisation_id, group_id } = group;
  const known = await tx
    .selectFrom("activity_day_times")
    .selectAll()
    .where("organisation_id", "=", organisation_id)
    .where("day", "=", day)
    .where("group_id", "=", group_id)
    .executeTakeFirst();
  const columns = toTimesColumns(added(known && readTimes(known), times));
  await tx
    .insertInto("activity_day_times")
    .values({ organisation_id, day, group_id, ...columns })
    .onConflict((conflict) =>
      conflict.columns(["organisation_id", "day", "group_id"]).doUpdateSet(columns),
    )
    .execute();
}

function added(known: Times | undefined, times: Times): Times {
  const sum = known ?? noTimes();
  addTimes(sum, times);
  return sum;
}

function plus(one: Counts, other: Counts): Counts {
  return {
    requests: one.requests + other.requests,
    estimated_requests: one.estimated_requests + other.estimated_requests,
    failures: one.failures + other.failures,
    byok_requests: one.byok_requests + other.byok_requests,
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    cached_input_tokens: one.cached_input_tokens + other.cached_input_tokens,
    reasoning_tokens: one.reasoning_tokens + other.reasoning_tokens,
    cost_nanousd: one.cost_nanousd + other.cost_nanousd,
    unbilled_nanousd: one.unbilled_nanousd + other.unbilled_nanousd,
  };
}
