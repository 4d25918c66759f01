import type { Spending } from "../alerts/crossings.ts";
import { rolledTo, spentIn } from "../money/balance.ts";
import { withSpending } from "../money/bookings.ts";
import { calendarDay, dayMs } from "../money/calendar.ts";
import type { BudgetBalanceRow, BudgetRow, KeyBalanceRow, KeyRow } from "../schema.ts";
import { limitAt } from "./limits.ts";

/**
 * A hold closed at a charge. `day` is that of the key's charge: the balance is never behind it, because a refund is
 * subtracted from the sums of that day.
 */
export function withClosedHold(
  balance: BudgetBalanceRow,
  heldNanousd: number,
  chargedNanousd: number,
  day: number,
): BudgetBalanceRow {
  const today = rolledTo(balance, calendarDay(day * dayMs));
  return {
    ...withSpending(today, chargedNanousd, today.day),
    held_nanousd: balance.held_nanousd - heldNanousd,
  };
}

/** What a charge has added to a budget, for its alerts. */
export function budgetSpending(
  budget: BudgetRow,
  after: BudgetBalanceRow,
  chargedNanousd: number,
  nowMs: number,
): Spending {
  const spentNanousd = spentIn(after, budget.limit_reset);
  const { end_user } = after;
  return {
    organisation_id: budget.organisation_id,
    workspace_id: budget.workspace_id,
    kind: "budget",
    subject: end_user === "" ? `budget:${budget.id}` : `budget:${budget.id}:${end_user}`,
    subject_name: budget.name,
    details: end_user === "" ? "{}" : JSON.stringify({ end_user }),
    reset: budget.limit_reset,
    day: after.day,
    limitNanousd: limitAt(budget, nowMs),
    beforeNanousd: spentNanousd - chargedNanousd,
    spentNanousd,
  };
}

type LimitedKey = Pick<
  KeyRow,
  "id" | "organisation_id" | "workspace_id" | "name" | "limit_nanousd" | "limit_reset"
>;

/** What a charge has added to a key's limit; null if it has none. */
export function keySpending(
  key: LimitedKey,
  after: KeyBalanceRow,
  chargedNanousd: number,
): Spending | null {
  if (key.limit_nanousd === null) return null;
  const spentNanousd = spentIn(after, key.limit_reset);
  return {
    organisation_id: key.organisation_id,
    workspace_id: key.workspace_id,
    kind: "budget",
    subject: `key:${key.id}`,
    subject_name: key.name,
    details: "{}",
    reset: key.limit_reset,
    day: after.day,
    limitNanousd: key.limit_nanousd,
    beforeNanousd: spentNanousd - chargedNanousd,
    spentNanousd,
  };
}

const wholeOrganisation = { workspace_id: null, details: "{}" } as const;

/** What charges have added to the used part of an organisation's credits. */
export function creditsSpending(
  organisationId: string,
  { granted, used }: { readonly granted: number; readonly used: number },
  chargedNanousd: number,
): Spending {
  return {
    ...wholeOrganisation,
    organisation_id: organisationId,
    kind: "budget",
    subject: "credits",
    subject_name: "credits",
    reset: null,
    day: 0,
    limitNanousd: granted,
    beforeNanousd: used - chargedNanousd,
    spentNanousd: used,
  };
}

/** What bookings have added to the unbilled amount of a day. */
export function unbilledSpending(
  organisationId: string,
  day: number,
  limitNanousd: number,
  { total, added }: { readonly total: number; readonly added: number },
): Spending {
  return {
    ...wholeOrganisation,
    organisation_id: organisationId,
    kind: "unbilled",
    subject: "unbilled",
    subject_name: "unbilled",
    reset: "daily",
    day,
    limitNanousd,
    beforeNanousd: total - added,
    spentNanousd: total,
  };
}

/** The unbilled amount has one threshold. */
export const unbilledThresholds = [100] as const;
