import { reached, type Spending } from "../alerts/crossings.ts";
import { budgetSpending, creditsSpending } from "../budgets/spending.ts";
import { rolledToNow } from "../money/bookings.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type { BudgetBalanceRow, BudgetRow } from "../schema.ts";
import type { Connection } from "./connections.ts";
import type { PostgresRows } from "./postgres-rows.ts";
import { takeShares } from "./share-rows.ts";
import type { OwnShares, Subject } from "./shares.ts";

/**
 * Before settlements. Two nodes that settle by their shares do not see each other's charges, and both could miss that a
 * threshold is crossed. What is charged at the same moment is held before it: so where holds could cross one, shares are
 * taken back, and settlements see each other. False if that needs locks that must come before those of the shares.
 */
export async function takeNearThresholds(
  connection: Connection,
  stored: PostgresRows,
  own: OwnShares,
  at: { readonly rules: AlertRules; readonly nowMs: number },
): Promise<boolean> {
  const near = [...budgetsNear(stored, at), ...creditsNear(stored, at)];
  if (near.length === 0) return true;
  if (own.balances.size > 0 || own.organisations.size > 0) return false;
  await takeShares(connection, stored, near, { ...own, holder: "" });
  return true;
}

type At = Parameters<typeof takeNearThresholds>[3];

function budgetsNear(stored: PostgresRows, at: At): readonly Subject[] {
  return stored.shares.wholes().flatMap(({ balance: { id, ...subject }, shares }) => {
    const { organisation_id: organisationId, workspace_id: workspaceId } = subject;
    const budget = shares.length === 0 ? undefined : stored.budget(workspaceId, "");
    // The batch changes only what it has locked.
    const balance = stored.balance(id);
    if (budget === undefined || balance === undefined) return [];
    return isNear(budget, stored.whole(balance), at) ? [{ organisationId, workspaceId }] : [];
  });
}

/** The balance with the shares of it, or as much of both as is known. */
export function isNear(budget: BudgetRow, whole: BudgetBalanceRow, { rules, nowMs }: At): boolean {
  const spending = budgetSpending(budget, rolledToNow(whole, nowMs), nowMs);
  return mayCross(spending, whole.held_nanousd, { rules, nowMs });
}

function creditsNear(stored: PostgresRows, at: At): readonly Subject[] {
  if (!at.rules.isForCredits) return [];
  return stored.sharedCredits().flatMap((organisationId) => {
    const totals = stored.credits(organisationId, false);
    const isClose = mayCross(creditsSpending(organisationId, totals), totals.held, at);
    return isClose ? [{ organisationId, workspaceId: null }] : [];
  });
}

function mayCross(spending: Spending, heldNanousd: number, { rules, nowMs }: At): boolean {
  const spentNanousd = spending.spentNanousd + heldNanousd;
  const { thresholds } = rules;
  const count = (of: Spending) => reached(of, thresholds, nowMs).length;
  return count({ ...spending, spentNanousd }) > count(spending);
}
