import { sql } from "kysely";
import { crossed, type Spending, writeAlerts } from "../alerts/crossings.ts";
import { balanceIds, budgetOf } from "../budgets/balance-rows.ts";
import {
  budgetSpending,
  creditsSpending,
  keySpending,
  unbilledSpending,
  unbilledThresholds,
} from "../budgets/spending.ts";
import type { Settlement } from "../ports/money.ts";
import type { BudgetBalanceRow, HoldRow, KeyBalanceRow, Tx } from "../schema.ts";
import type { BookingRules } from "./bookings.ts";
import { calendarDay } from "./calendar.ts";
import { creditsOf } from "./credits.ts";

/** Where credits have alerts, organisations are locked before all else, because the sum is that of all their keys. */
export async function lockCredits(
  tx: Tx,
  { engine, alerts }: BookingRules,
  keyIds: readonly number[],
): Promise<void> {
  if (engine === "sqlite" || !alerts.isForCredits) return;
  await tx
    .selectFrom("organisations")
    .select("id")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("keys")
        .select("organisation_id")
        .where("id", "in", [...keyIds]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Holds that were charged in full, and the balances after it. */
export interface FullCharges {
  readonly holds: readonly HoldRow[];
  readonly ofKeys: ReadonlyMap<number, KeyBalanceRow>;
  readonly ofBudgets: readonly BudgetBalanceRow[];
  readonly nowMs: number;
}

export async function alertCharges(
  tx: Tx,
  { alerts }: BookingRules,
  charges: FullCharges,
): Promise<void> {
  const spendings = [
    ...(await spendingsOfKeys(tx, charges)),
    ...(await spendingsOfBudgets(tx, charges)),
    ...(alerts.isForCredits ? await spendingsOfCredits(tx, charges) : []),
  ];
  const { nowMs } = charges;
  await writeAlerts(
    tx,
    spendings.flatMap((spending) => crossed(spending, alerts.thresholds, nowMs)),
  );
}

function sumOf(holds: readonly HoldRow[], isCounted: (hold: HoldRow) => boolean): number {
  return holds.filter(isCounted).reduce((sum, hold) => sum + hold.amount_nanousd, 0);
}

async function spendingsOfKeys(
  tx: Tx,
  { holds, ofKeys }: FullCharges,
): Promise<readonly Spending[]> {
  const rows = await tx
    .selectFrom("keys")
    .select(["id", "organisation_id", "workspace_id", "name", "limit_nanousd", "limit_reset"])
    .where("id", "in", [...ofKeys.keys()])
    .where("limit_nanousd", "is not", null)
    .execute();
  return rows.flatMap((key) => {
    const after = ofKeys.get(key.id);
    if (after === undefined) return [];
    return (
      keySpending(
        key,
        after,
        sumOf(holds, ({ key_id }) => key_id === key.id),
      ) ?? []
    );
  });
}

async function spendingsOfBudgets(
  tx: Tx,
  { holds, ofBudgets, nowMs }: FullCharges,
): Promise<readonly Spending[]> {
  const spendings: Spending[] = [];
  for (const after of ofBudgets) {
    const budget = await budgetOf(tx, after.workspace_id, after.end_user);
    const charged = sumOf(holds, (hold) => balanceIds(hold).includes(after.id));
    if (budget !== undefined) spendings.push(budgetSpending(budget, after, charged, nowMs));
  }
  return spendings;
}

async function spendingsOfCredits(
  tx: Tx,
  { holds, ofKeys }: FullCharges,
): Promise<readonly Spending[]> {
  const spendings: Spending[] = [];
  const organisationOf = ({ key_id }: HoldRow) => ofKeys.get(key_id)?.organisation_id;
  for (const id of new Set([...ofKeys.values()].map((key) => key.organisation_id))) {
    const charged = sumOf(holds, (hold) => hold.uses_credits === 1 && organisationOf(hold) === id);
    const { grantedNanousd: granted, usedNanousd: used } = await creditsOf(tx, id);
    spendings.push(creditsSpending(id, { granted, used }, charged));
  }
  return spendings;
}

/** A corrected booking may have cost more than was held. */
export async function alertUnbilled(
  tx: Tx,
  { alerts }: BookingRules,
  { organisationId, nowMs }: Settlement,
  added: number,
): Promise<void> {
  if (added === 0) return;
  const { day } = calendarDay(nowMs);
  const { rows } = await sql<{ total: number }>`
    insert into unbilled_days as u (organisation_id, day, unbilled_nanousd)
    values (${organisationId}, ${day}, ${added})
    on conflict (organisation_id, day) do update
      set unbilled_nanousd = u.unbilled_nanousd + excluded.unbilled_nanousd
    returning unbilled_nanousd as total`.execute(tx);
  const total = rows[0]?.total ?? 0;
  if (alerts.unbilledNanousd === null) return;
  const limit = alerts.unbilledNanousd;
  const spending = unbilledSpending(organisationId, day, limit, { total, added });
  await writeAlerts(tx, crossed(spending, unbilledThresholds, nowMs));
}
