import type { CalendarDay } from "@portico/core/rules/calendar";
import type { LimitReset } from "../ports/keys.ts";
import type { KeyBalanceRow } from "../schema.ts";

export type Sums = Pick<
  KeyBalanceRow,
  "day" | "usage_day_nanousd" | "usage_week_nanousd" | "usage_month_nanousd"
>;

/**
 * The sums as they are on a day. Days only go forward: a clock that is set back continues the later day, so
 * that no period begins twice.
 */
export function rolledTo<Row extends Sums>(
  row: Row,
  { day, weekStart, monthStart }: CalendarDay,
): Row {
  if (day <= row.day) return row;
  return {
    ...row,
    day,
    usage_day_nanousd: 0,
    usage_week_nanousd: row.day < weekStart ? 0 : row.usage_week_nanousd,
    usage_month_nanousd: row.day < monthStart ? 0 : row.usage_month_nanousd,
  };
}

/** The amount that counts against the limit in its current period. */
export function spentIn(row: Sums & { usage_nanousd: number }, reset: LimitReset | null): number {
  if (reset === null) return row.usage_nanousd;
  if (reset === "daily") return row.usage_day_nanousd;
  return reset === "weekly" ? row.usage_week_nanousd : row.usage_month_nanousd;
}
