import { calendarDay } from "@portico/core/rules/calendar";
import { periodEndMs } from "@portico/core/rules/periods";
import { toFields } from "../fields.ts";
import { rolledTo, spentIn } from "../money/balance.ts";
import type { BudgetRecord, LimitState } from "../ports/budgets.ts";
import type { BudgetBalanceRow, BudgetRow } from "../schema.ts";
import { isOfEach, tagOf } from "./subjects.ts";

export function toBudgetRecord(
  row: BudgetRow,
  balance: BudgetBalanceRow | undefined,
): BudgetRecord {
  const tag = tagOf(row.end_user);
  return {
    ...toFields(row, "organisation_id"),
    scope: recordScope(row),
    endUser: tag === null ? row.end_user : null,
    tag,
    state: isOfEach(row) || balance === undefined ? null : budgetState(row, balance, Date.now()),
  };
}

function recordScope({ scope }: BudgetRow): BudgetRecord["scope"] {
  return scope === "end_user" ? "endUser" : scope;
}

/** What is left of a budget for its workspace, one end user or one value of a tag. */
export function budgetState(row: BudgetRow, balance: BudgetBalanceRow, nowMs: number): LimitState {
  const spentNanousd = spentAt(row, balance, nowMs);
  return limitState({
    of: recordScope(row),
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
