import { type BookingRules, withSpending } from "../money/bookings.ts";
import type { BudgetBalanceRow, BudgetRow, Database, LedgerRow, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { firstBalance, sumsOf } from "./end-user-sums.ts";
import { takeShares } from "./shares.ts";

/** The balances of budgets for corrected charges, shared by both engines. The balances of keys are locked before them. */
async function lockBudgetBalances(
  tx: Tx,
  engine: Store["engine"],
  ids: readonly number[],
): Promise<readonly BudgetBalanceRow[]> {
  if (ids.length === 0) return [];
  return await tx
    .selectFrom("budget_balances")
    .selectAll()
    .where("id", "in", [...new Set(ids)])
    .orderBy("id")
    // SQLite's transactions are exclusive.
    .$if(engine === "postgres", (query) => query.forUpdate())
    .execute();
}

async function writeBudgetBalance(tx: Tx, { id, ...columns }: BudgetBalanceRow): Promise<void> {
  await tx.updateTable("budget_balances").set(columns).where("id", "=", id).execute();
}

/** Subtracts what is given back of a charge from the present budgets of its workspace and its end user. */
export async function giveBackToBudgets(
  tx: Tx,
  { engine, clock }: BookingRules,
  row: LedgerRow,
  nanousd: number,
): Promise<void> {
  const { workspace_id, end_user, charged_day } = row;
  const endUsers = end_user === null ? [] : [end_user];
  // Made before the ledger changes, so that an admission that reads it meanwhile waits, and counts the charge once.
  for (const endUser of endUsers)
    await makeEndUserBalance(tx, workspace_id, endUser, clock.nowMs());
  const found = await tx
    .selectFrom("budget_balances")
    .select("id")
    .where("workspace_id", "=", workspace_id)
    .where("end_user", "in", ["", ...endUsers])
    .execute();
  const ids = found.map(({ id }) => id);
  const balances = await lockBudgetBalances(tx, engine, ids);
  for (const balance of await takeShares(tx, engine, balances))
    await writeBudgetBalance(tx, notNegative(withSpending(balance, -nanousd, charged_day)));
}

/** A process of before budgets existed may have charged without counting it here. */
function notNegative(balance: BudgetBalanceRow): BudgetBalanceRow {
  return {
    ...balance,
    usage_nanousd: Math.max(0, balance.usage_nanousd),
    usage_day_nanousd: Math.max(0, balance.usage_day_nanousd),
    usage_week_nanousd: Math.max(0, balance.usage_week_nanousd),
    usage_month_nanousd: Math.max(0, balance.usage_month_nanousd),
  };
}

/** The budget that a workspace (an empty end user) or an end user is compared with. */
export async function budgetOf(
  database: Database,
  workspaceId: string,
  endUser: string,
): Promise<BudgetRow | undefined> {
  const rows = await database
    .selectFrom("budgets")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("scope", "=", endUser === "" ? "workspace" : "end_user")
    .where((eb) => eb.or([eb("end_user", "is", null), eb("end_user", "=", endUser)]))
    .execute();
  return rows.find(({ end_user }) => end_user !== null) ?? rows[0];
}

/** The balance of a workspace (an empty end user) or of an end user, if a budget is compared with it. */
export function balanceRow(database: Database, workspaceId: string, endUser: string) {
  return database
    .selectFrom("budget_balances")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("end_user", "=", endUser);
}

/**
 * Makes the balance of an end user that a budget covers, with what the end user has spent so far; nothing if it is there
 * or if no budget covers it.
 */
export async function makeEndUserBalance(
  tx: Tx,
  workspaceId: string,
  endUser: string,
  nowMs: number,
): Promise<void> {
  const budget = await budgetOf(tx, workspaceId, endUser);
  if (budget === undefined) return;
  const sums = await spentByEndUser(tx, budget, endUser, nowMs);
  const { id, ...made } = firstBalance(budget, endUser, sums);
  await tx
    .insertInto("budget_balances")
    .values(made)
    .onConflict((conflict) => conflict.columns(["workspace_id", "end_user"]).doNothing())
    .execute();
}

/** What the ledger says of an end user. */
export async function spentByEndUser(
  tx: Database,
  { organisation_id, workspace_id }: BudgetRow,
  endUser: string,
  nowMs: number,
) {
  const charges = await tx
    .selectFrom("ledger")
    .where("organisation_id", "=", organisation_id)
    .where("workspace_id", "=", workspace_id)
    .where("end_user", "=", endUser)
    .groupBy("charged_day")
    .select(({ fn }) => ["charged_day as day", fn.sum<number>("charged_nanousd").as("nanousd")])
    .execute();
  return sumsOf(charges, nowMs);
}
