import { calendarDay, dayMs } from "@portico/core/rules/calendar";
import type { Spending } from "../alerts/crossings.ts";
import { rolledTo, spentIn } from "../money/balance.ts";
import { withSpending } from "../money/bookings.ts";
import type { BudgetBalanceRow, BudgetRow, KeyBalanceRow, KeyRow } from "../schema.ts";
import { limitAt } from "./budget-records.ts";
import { tagOf } from "./subjects.ts";

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

/** What is spent of a budget after a charge, for its alerts. */
export function budgetSpending(
  budget: BudgetRow,
  after: BudgetBalanceRow,
  nowMs: number,
): Spending {
  const spentNanousd = spentIn(after, budget.limit_reset);
  const { end_user } = after;
  const tag = tagOf(end_user);
  const name = tag ?? end_user;
  return {
    organisation_id: budget.organisation_id,
    workspace_id: budget.workspace_id,
    kind: "budget",
    subject: budgetName(budget, end_user),
    subject_name: budget.name,
    details: name === "" ? "{}" : JSON.stringify(tag === null ? { end_user } : { tag }),
    reset: budget.limit_reset,
    day: after.day,
    limitNanousd: limitAt(budget, nowMs),
    spentNanousd,
  };
}

/** How alerts name a budget, or what one of each is compared with. */
export function budgetName({ id }: Pick<BudgetRow, "id">, subject: string): string {
  const name = tagOf(subject) ?? subject;
  return name === "" ? `budget:${id}` : `budget:${id}:${name}`;
}

type LimitedKey = Pick<
  KeyRow,
  "id" | "organisation_id" | "workspace_id" | "name" | "limit_nanousd" | "limit_reset"
>;

/** What is spent of a key's limit after a charge; null if it has none. */
export function keySpending(
  key: LimitedKey,
  after: Omit<KeyBalanceRow, "workspace">,
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
    spentNanousd,
  };
}

const wholeOrganisation = { workspace_id: null, details: "{}" } as const;

/** What is used of an organisation's credits. */
export function creditsSpending(
  organisationId: string,
  { granted, used }: { readonly granted: number; readonly used: number },
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
    spentNanousd: used,
  };
}

/** The unbilled amount of a day. */
export function unbilledSpending(
  organisationId: string,
  day: number,
  limitNanousd: number,
  spentNanousd: number,
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
    spentNanousd,
  };
}

/** The unbilled amount has one threshold. */
export const unbilledThresholds = [100] as const;
