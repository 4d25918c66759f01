export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;
export const weekDays = 7;

/** Limits reset at midnight UTC: daily, on Mondays, and on the first of the month. */
export interface CalendarDay {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** The Monday of that week and the first of that month, in days since 1970-01-01. */
  readonly weekStart: number;
  readonly monthStart: number;
}

export function calendarDay(nowMs: number): CalendarDay {
  const day = Math.floor(nowMs / dayMs);
  const date = new Date(nowMs);
  return {
    day,
    // 1970-01-01 was a Thursday: three days after a Monday.
    weekStart: day - ((day + 3) % 7),
    monthStart: day - (date.getUTCDate() - 1),
  };
}

export function toIsoDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
