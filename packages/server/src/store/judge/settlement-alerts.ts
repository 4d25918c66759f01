import { reached, type Spending } from "../alerts/crossings.ts";
import {
  budgetSpending,
  creditsSpending,
  keySpending,
  unbilledSpending,
  unbilledThresholds,
} from "../budgets/spending.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type { AlertRow, BudgetBalanceRow, UnbilledDayRow } from "../schema.ts";
import type { Key } from "./rows.ts";
import type { Books } from "./writes.ts";

export function alertKey({ rows, writes, rules }: Books, after: Key, nowMs: number): void {
  const spending = keySpending({ ...after, id: after.key_id, name: "" }, after);
  if (spending === null || !isNear(spending, rules)) return;
  const subject_name = rows.keyName(after.key_id);
  writes.alerts.push(...reached({ ...spending, subject_name }, rules.thresholds, nowMs));
}

function isNear({ limitNanousd, spentNanousd }: Spending, { thresholds }: AlertRules): boolean {
  return spentNanousd >= Math.floor(limitNanousd / 100) * Math.min(...thresholds, 100);
}

export function alertBudget(
  { rows, writes, rules }: Books,
  after: BudgetBalanceRow,
  nowMs: number,
): void {
  const budget = rows.budgetOf(after);
  if (budget === undefined) return;
  writes.alerts.push(
    ...reached(budgetSpending(budget, rows.whole(after), nowMs), rules.thresholds, nowMs),
  );
}

/** After all charges of the batch. */
export function alertCredits(
  { rows, writes, rules }: Books,
  organisationId: string,
  nowMs: number,
): void {
  const spending = creditsSpending(organisationId, rows.credits(organisationId, false));
  writes.alerts.push(...reached(spending, rules.thresholds, nowMs));
}

/** For the totals of days to which a batch has added. */
export function unbilledAlerts(
  totals: readonly UnbilledDayRow[],
  { unbilledNanousd }: AlertRules,
  nowMs: number,
): readonly AlertRow[] {
  if (unbilledNanousd === null) return [];
  return totals.flatMap(({ organisation_id, day, unbilled_nanousd }) => {
    const spending = unbilledSpending(organisation_id, day, unbilledNanousd, unbilled_nanousd);
    return reached(spending, unbilledThresholds, nowMs);
  });
}
