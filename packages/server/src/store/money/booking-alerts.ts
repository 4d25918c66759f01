import { calendarDay } from "@portico/core/rules/calendar";
import { sql } from "kysely";
import { reached, type Spending, writeAlerts } from "../alerts/crossings.ts";
import { budgetOf } from "../budgets/balance-rows.ts";
import {
  budgetSpending,
  creditsSpending,
  keySpending,
  unbilledSpending,
  unbilledThresholds,
} from "../budgets/spending.ts";
import type { Settlement } from "../ports/money.ts";
import type { BudgetBalanceRow, KeyBalanceRow, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import type { BookingRules } from "./bookings.ts";
import { creditsOf } from "./credits.ts";

/** Where the totals of credits are kept, their organisations are locked before all else. */
export async function lockCredits(
  tx: Tx,
  engine: Store["engine"],
  keyIds: readonly number[],
): Promise<void> {
  if (engine === "sqlite") return;
  await tx
    .selectFrom("organisations")
    .select("id")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("keys")
        .select("organisation_id")
        .where("id", "in", [...keyIds]),
    )
    .where("credits_kept", "=", 1)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** The balances after holds were charged in full. */
export interface FullCharges {
  readonly ofKeys: ReadonlyMap<number, KeyBalanceRow>;
  readonly ofBudgets: readonly BudgetBalanceRow[];
  readonly nowMs: number;
}

export async function alertCharges(
  tx: Tx,
  { alerts }: BookingRules,
  charges: FullCharges,
): Promise<void> {
  const { ofKeys, ofBudgets, nowMs } = charges;
  const spendings = [
    ...(await spendingsOfKeys(tx, ofKeys)),
    ...(await spendingsOfBudgets(tx, ofBudgets, nowMs)),
    ...(alerts.isForCredits ? await spendingsOfCredits(tx, ofKeys) : []),
  ];
  await writeAlerts(
    tx,
    spendings.flatMap((spending) => reached(spending, alerts.thresholds, nowMs)),
  );
}

async function spendingsOfKeys(
  tx: Tx,
  balances: FullCharges["ofKeys"],
): Promise<readonly Spending[]> {
  const rows = await tx
    .selectFrom("keys")
    .select(["id", "organisation_id", "workspace_id", "name", "limit_nanousd", "limit_reset"])
    .where("id", "in", [...balances.keys()])
    .where("limit_nanousd", "is not", null)
    .execute();
  return rows.flatMap((key) => {
    const after = balances.get(key.id);
    return after === undefined ? [] : (keySpending(key, after) ?? []);
  });
}

async function spendingsOfBudgets(
  tx: Tx,
  balances: readonly BudgetBalanceRow[],
  nowMs: number,
): Promise<readonly Spending[]> {
  const spendings: Spending[] = [];
  for (const after of balances) {
    const budget = await budgetOf(tx, after.workspace_id, after.end_user);
    if (budget !== undefined) spendings.push(budgetSpending(budget, after, nowMs));
  }
  return spendings;
}

async function spendingsOfCredits(
  tx: Tx,
  balances: FullCharges["ofKeys"],
): Promise<readonly Spending[]> {
  const spendings: Spending[] = [];
  for (const id of new Set([...balances.values()].map((key) => key.organisation_id))) {
    const { grantedNanousd: granted, usedNanousd: used } = await creditsOf(tx, id);
    spendings.push(creditsSpending(id, { granted, used }));
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
  const spending = unbilledSpending(organisationId, day, limit, total);
  await writeAlerts(tx, reached(spending, unbilledThresholds, nowMs));
}
