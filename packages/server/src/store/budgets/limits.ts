import { calendarDay } from "@portico/core/rules/calendar";
import { rolledTo, spentIn } from "../money/balance.ts";
import type { BudgetBalanceRow, BudgetRow } from "../schema.ts";

/** The limit at a time: a raise ends by itself. */
export function limitAt(budget: BudgetRow, nowMs: number): number {
  return budget.limit_nanousd + (isRaisedAt(budget, nowMs) ? (budget.raise_nanousd ?? 0) : 0);
}

export function isRaisedAt({ raise_until_ms }: BudgetRow, nowMs: number): boolean {
  return raise_until_ms !== null && raise_until_ms > nowMs;
}

/** What the budget's subject has spent in its period. */
export function spentAt(budget: BudgetRow, balance: BudgetBalanceRow, nowMs: number): number {
  return spentIn(rolledTo(balance, calendarDay(nowMs)), budget.limit_reset);
}
