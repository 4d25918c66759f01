import { calendarDay, dayMs } from "@portico/core/rules/calendar";
import type { BudgetBalanceRow, BudgetRow } from "../schema.ts";

/** What an end user was charged on each day: by organisation, workspace and end user. */
export const chargesByDaySql = `
  select charged_day as day, sum(charged_nanousd) as nanousd from ledger
  where organisation_id = $1 and workspace_id = $2 and end_user = $3 group by charged_day`;

export interface DayCharge {
  readonly day: number;
  readonly nanousd: number;
}

/** The sums of the present day, or of a later one on which the end user was charged. */
export function sumsOf(charges: readonly DayCharge[], nowMs: number) {
  const day = charges.reduce((last, charge) => Math.max(last, charge.day), calendarDay(nowMs).day);
  const { weekStart, monthStart } = calendarDay(day * dayMs);
  const since = (first: number) =>
    charges.reduce((sum, charge) => sum + (charge.day >= first ? charge.nanousd : 0), 0);
  return {
    day,
    usage_nanousd: since(0),
    usage_day_nanousd: since(day),
    usage_week_nanousd: since(weekStart),
    usage_month_nanousd: since(monthStart),
  };
}

/**
 * The balance of an end user or a tag that has none yet. Nothing is held: holds of before the budget were counted when it was
 * made, and with a tag's also what was charged.
 */
export function firstBalance(
  { organisation_id, workspace_id }: BudgetRow,
  end_user: string,
  sums: ReturnType<typeof sumsOf>,
): BudgetBalanceRow {
  return { id: 0, organisation_id, workspace_id, end_user, held_nanousd: 0, ...sums };
}
