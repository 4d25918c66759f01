import { calendarDay, dayMs, toIsoDay } from "./calendar.ts";

export type LimitReset = "daily" | "weekly" | "monthly";

/** When the limit's period has begun; 0 without periods. */
export function periodStartMs(reset: LimitReset | null, nowMs: number): number {
  if (reset === null) return 0;
  const { day, weekStart, monthStart } = calendarDay(nowMs);
  return { daily: day, weekly: weekStart, monthly: monthStart }[reset] * dayMs;
}

/** When the limit's period ends, at midnight UTC; null if it never does. */
export function periodEndMs(reset: LimitReset | null, nowMs: number): number | null {
  if (reset === null) return null;
  const { day, weekStart } = calendarDay(nowMs);
  if (reset === "daily") return (day + 1) * dayMs;
  if (reset === "weekly") return (weekStart + 7) * dayMs;
  const date = new Date(nowMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** `2026-11-22`, `2026-W47` or `2026-11`. */
export function periodName(reset: LimitReset | null, day: number): string {
  if (reset === null) return "all";
  if (reset === "daily") return toIsoDay(day);
  return reset === "weekly" ? weekName(day) : toIsoDay(day).slice(0, "2026-11".length);
}

/** A week belongs to the year of its Thursday. */
function weekName(day: number): string {
  const thursday = calendarDay(day * dayMs).weekStart + 3;
  const year = new Date(thursday * dayMs).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1) / dayMs) / 7) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}
