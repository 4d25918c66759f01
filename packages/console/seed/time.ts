import { dayMs, hourMs } from "@portico/core/rules/calendar";
import type { Random } from "./random.ts";

export const minuteMs = 60_000;
export { dayMs, hourMs };

/** Days of traffic before now. */
const days = 30;

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}

/** Midnight UTC, some days before the day of `ms`. */
function midnight(ms: number, daysBefore = 0): number {
  return (Math.floor(ms / dayMs) - daysBefore) * dayMs;
}

/** The outage of a provider: on the third day before now. */
export function outageOf(nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const fromMs = midnight(nowMs, 3) + 9 * hourMs + 38 * minuteMs;
  return { fromMs, toMs: fromMs + 84 * minuteMs };
}

/** An hour and a half of this day in which another provider failed most of the time. */
export function wobbleOf(nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const fromMs = nowMs - 3 * hourMs;
  return { fromMs, toMs: fromMs + 90 * minuteMs };
}

/** Requests of an hour of the day in UTC, against the busiest hour. */
const rhythm = [
  ...[0.12, 0.1, 0.16, 0.09, 0.1, 0.16, 0.34, 0.62, 0.88, 1, 0.97, 0.9],
  ...[0.78, 0.92, 0.98, 0.9, 0.76, 0.58, 0.46, 0.42, 0.38, 0.32, 0.24, 0.17],
];
const busiestHour = 16;
const ofWeekend = 0.36;
/** In the last half hour, so that what is measured now has something to show. */
const justNow = 34;

/** When requests came in, the oldest first: a month with days, nights, weekends and a little growth. */
export function momentsOf(nowMs: number, random: Random): number[] {
  const moments: number[] = [];
  for (let day = days - 1; day >= 0; day -= 1)
    for (let hour = 0; hour < rhythm.length; hour += 1) {
      const startMs = midnight(nowMs, day) + hour * hourMs;
      const count = Math.floor(expected(startMs, hour, day) + random());
      for (let made = 0; made < count; made += 1) moments.push(startMs + random() * hourMs);
    }
  for (let made = 0; made < justNow; made += 1) moments.push(nowMs - random() * 30 * minuteMs);
  const latestMs = nowMs - minuteMs / 2;
  return moments
    .map(Math.floor)
    .filter((ms) => ms <= latestMs)
    .sort((one, other) => one - other);
}

function expected(startMs: number, hour: number, daysBefore: number): number {
  const weekday = new Date(startMs).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  const growth = 0.75 + (0.5 * (days - daysBefore)) / days;
  return busiestHour * (rhythm[hour] ?? 0) * (isWeekend ? ofWeekend : 1) * growth;
}

/** The start of the world: nothing in it is older, but what was made before the traffic began. */
export function beginningOf(nowMs: number): number {
  return midnight(nowMs, days) - 40 * dayMs;
}
