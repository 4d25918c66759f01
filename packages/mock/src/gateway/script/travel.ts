import { toIso } from "@portico/core/rules/dates";
import { type LimitReset, periodEndMs, periodStartMs } from "@portico/core/rules/periods";
import type { WorldData } from "../world/data.ts";
import { nowOf } from "../world/now.ts";
import type { World } from "../world/world.ts";

const steps: Readonly<Record<string, LimitReset>> = {
  "next day": "daily",
  "next week": "weekly",
  "next month": "monthly",
};

/**
 * Moves a world to another time, from where it goes on: to a date, such as the `expires_at` of a key, or to the moment at
 * which the next day, week or month begins and limits with it. Null: back to the clock. Gives the new time.
 */
export function travel(world: World, to: string | null): string {
  const { data } = world;
  const before = nowOf(data);
  const arrival = to === null ? Date.now() : arrivalAt(to, before);
  for (const reset of Object.values(steps))
    if (periodStartMs(reset, arrival) > periodStartMs(reset, before)) beginPeriod(data, reset);
  data.aheadMs = arrival - Date.now();
  world.touch();
  return toIso(arrival);
}

function arrivalAt(to: string, now: number): number {
  const reset = steps[to];
  const ms = reset === undefined ? Date.parse(to) : (periodEndMs(reset, now) ?? now);
  if (!Number.isNaN(ms)) return ms;
  const words = Object.keys(steps).join('", "');
  throw new Error(`"${to}" is no time: write a date such as 2026-12-01T00:00:00Z, or "${words}".`);
}

/** What was spent before the world began counts in the period in which that was. */
function beginPeriod({ keys, budgets }: WorldData, reset: LimitReset): void {
  const figure = `usage_${reset}` as const;
  for (const row of keys) row.record = { ...row.record, [figure]: 0 };
  for (const row of budgets) if (row.record.limit_reset === reset) row.before = 0;
}
