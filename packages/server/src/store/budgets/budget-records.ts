import { calendarDay } from "@portico/core/rules/calendar";
import { periodEndMs } from "@portico/core/rules/periods";
import { toFields } from "../fields.ts";
import { rolledTo, spentIn } from "../money/balance.ts";
import type { BudgetRecord, LimitState } from "../ports/budgets.ts";
import type { BudgetBalanceRow, BudgetRow } from "../schema.ts";

export function toBudgetRecord(
  row: BudgetRow,
  balance: BudgetBalanceRow | undefined,
): BudgetRecord {
  const isOfAllEndUsers = row.scope === "end_user" && row.end_user === null;
  return {
    ...toFields(row, "organisation_id"),
    scope: scopeOf(row),
    state: isOfAllEndUsers || balance === undefined ? null : budgetState(row, balance, Date.now()),
  };
}

function scopeOf({ scope }: BudgetRow): BudgetRecord["scope"] {
  return scope === "workspace" ? scope : "endUser";
}

/** What is left of a budget for its workspace or for one end user. */
export function budgetState(row: BudgetRow, balance: BudgetBalanceRow, nowMs: number): LimitState {
  const spentNanousd = spentAt(row, balance, nowMs);
  return limitState({
    of: scopeOf(row),
    budgetId: row.id,
    name: row.name,
    limitNanousd: limitAt(row, nowMs),
    limitReset: row.limit_reset,
    spentNanousd,
    heldNanousd: balance.held_nanousd,
    resetsAtMs: periodEndMs(row.limit_reset, nowMs),
    raiseUntilMs: isRaisedAt(row, nowMs) ? row.raise_until_ms : null,
  });
}

export function limitState(state: Omit<LimitState, "remainingNanousd">): LimitState {
  const { limitNanousd, spentNanousd, heldNanousd } = state;
  return { ...state, remainingNanousd: Math.max(0, limitNanousd - spentNanousd - heldNanousd) };
}

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
