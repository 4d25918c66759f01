import { type BookingRules, withSpending } from "../money/bookings.ts";
import { readTags } from "../money/ledger-row.ts";
import { isTagged } from "../money/newest-rows.ts";
import type { BudgetBalanceRow, BudgetRow, Database, LedgerRow, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { firstBalance, sumsOf } from "./end-user-sums.ts";
import { takeShares } from "./shares.ts";
import { budgetAmong, everyOf, scopeOf, subjectsOfTags, tagParts } from "./subjects.ts";

/** The balances of budgets for corrected charges, shared by both engines. The balances of keys are locked before them. */
async function lockBudgetBalances(
  tx: Tx,
  engine: Store["engine"],
  ids: readonly number[],
  workspaceId: string,
): Promise<readonly BudgetBalanceRow[]> {
  if (ids.length === 0) return [];
  return await tx
    .selectFrom("budget_balances")
    .selectAll()
    .where("id", "in", [...new Set(ids)])
    .where("workspace_id", "=", workspaceId)
    .orderBy("id")
    // SQLite's transactions are exclusive.
    .$if(engine === "postgres", (query) => query.forUpdate())
    .execute();
}

async function writeBudgetBalance(
  tx: Tx,
  { id, workspace_id, ...columns }: BudgetBalanceRow,
): Promise<void> {
  await tx
    .updateTable("budget_balances")
    .set(columns)
    .where("id", "=", id)
    .where("workspace_id", "=", workspace_id)
    .execute();
}

/** Subtracts what is given back of a charge from the present budgets of its workspace, its end user and its tags. */
export async function giveBackToBudgets(
  tx: Tx,
  { engine, clock }: BookingRules,
  row: LedgerRow,
  nanousd: number,
): Promise<void> {
  const { workspace_id, end_user, charged_day } = row;
  const endUsers = end_user === null ? [] : [end_user];
  const tags = subjectsOfTags(readTags(row.tags) ?? {});
  // Made before the ledger changes, so that an admission that reads it meanwhile waits, and counts the charge once.
  for (const endUser of endUsers) await makeBalance(tx, workspace_id, endUser, clock.nowMs());
  const found = await tx
    .selectFrom("budget_balances")
    .select("id")
    .where("workspace_id", "=", workspace_id)
    .where("end_user", "in", ["", ...endUsers, ...tags])
    .execute();
  const ids = found.map(({ id }) => id);
  const balances = await lockBudgetBalances(tx, engine, ids, workspace_id);
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

/** The budget that a subject is compared with. */
export async function budgetOf(
  database: Database,
  workspaceId: string,
  subject: string,
): Promise<BudgetRow | undefined> {
  const rows = await database
    .selectFrom("budgets")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("scope", "=", scopeOf(subject))
    .where((eb) =>
      eb.or([eb("end_user", "is", null), eb("end_user", "in", [subject, everyOf(subject)])]),
    )
    .execute();
  return budgetAmong(rows, subject);
}

/** The balance of a subject, if a budget is compared with it. */
export function balanceRow(database: Database, workspaceId: string, subject: string) {
  return database
    .selectFrom("budget_balances")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("end_user", "=", subject);
}

/**
 * Makes the balance of an end user or a tag that a budget covers, with what was spent so far; nothing if it is there or if
 * no budget covers it.
 */
export async function makeBalance(
  tx: Tx,
  workspaceId: string,
  subject: string,
  nowMs: number,
): Promise<void> {
  const budget = await budgetOf(tx, workspaceId, subject);
  if (budget === undefined) return;
  const sums = await spentBy(tx, budget, subject, nowMs);
  const { id, ...made } = firstBalance(budget, subject, sums);
  await tx
    .insertInto("budget_balances")
    .values(made)
    .onConflict((conflict) => conflict.columns(["workspace_id", "end_user"]).doNothing())
    .execute();
}

/** What the ledger says of an end user or a tag. */
export async function spentBy(
  tx: Database,
  { organisation_id, workspace_id }: BudgetRow,
  subject: string,
  nowMs: number,
) {
  const isOfTag = scopeOf(subject) === "tag";
  const charges = await tx
    .selectFrom("ledger")
    .where("organisation_id", "=", organisation_id)
    .where("workspace_id", "=", workspace_id)
    .$if(!isOfTag, (rows) => rows.where("end_user", "=", subject))
    .$if(isOfTag, (rows) => rows.where("tags", "is not", null).where(isTagged(tagParts(subject))))
    .groupBy("charged_day")
    .select(({ fn }) => ["charged_day as day", fn.sum<number>("charged_nanousd").as("nanousd")])
    .execute();
  return sumsOf(charges, nowMs);
}
