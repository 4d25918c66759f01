import { randomUUID } from "node:crypto";
import { onlyHighestTold, reached, writeAlerts } from "../alerts/crossings.ts";
import { toColumns, toTextOrNull } from "../fields.ts";
import { type BookingRules, rolledToNow } from "../money/bookings.ts";
import type { Actor } from "../ports/actor.ts";
import type { BudgetChange, BudgetRecord, NewBudget } from "../ports/budgets.ts";
import { BudgetTaken, WorkspaceMissing } from "../ports/errors.ts";
import { recordChange } from "../records/audit-log.ts";
import { changeOfBudget } from "../records/audited-fields.ts";
import { touchWorkspace } from "../records/locks.ts";
import { isUniqueViolation, mayBeStored } from "../records/rows.ts";
import type { BudgetBalanceRow, BudgetRow, Database, Tx } from "../schema.ts";
import { budgetOf } from "./balance-rows.ts";
import { toBudgetRecord } from "./budget-records.ts";
import { countAgain, lockKeysOf, makeBalancesFor, removeUncovered } from "./first-balances.ts";
import { readBalance } from "./shares.ts";
import { budgetSpending } from "./spending.ts";
import { isOfEach, isSubjectOfEach, subjectOfBudget } from "./subjects.ts";

/** The workspace is locked first, so that keys and budgets of it do not come at the same moment; then all of its keys. */
export async function createBudget(
  tx: Tx,
  rules: BookingRules,
  actor: Actor,
  budget: NewBudget,
): Promise<BudgetRecord> {
  const { organisationId } = actor;
  if (!(await touchWorkspace(tx, organisationId, budget.workspaceId)))
    throw new WorkspaceMissing("The budget's workspace does not exist.");
  const row = toRow(organisationId, budget);
  const keys = await lockKeysOf(tx, rules.engine, row.workspace_id);
  await tx
    .insertInto("budgets")
    .values(row)
    .execute()
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new BudgetTaken("The workspace or end user has a budget already.", { cause: error });
    });
  await makeBalancesFor(tx, rules, row, keys);
  await alertWhatIsSpent(tx, rules, row);
  const made = toBudgetRecord(row, await balanceOf(tx, row));
  await recordChange(tx, actor, changeOfBudget(null, made));
  return made;
}

function toRow(organisationId: string, { tag, ...budget }: NewBudget): BudgetRow {
  const { scope, endUser } = budget;
  return {
    id: randomUUID(),
    organisation_id: organisationId,
    ...toColumns(budget),
    scope: scope === "endUser" ? "end_user" : scope,
    end_user: toTextOrNull(subjectOfBudget({ endUser, tag: tag ?? null })),
    created_at_ms: Date.now(),
    updated_at_ms: null,
  };
}

export async function updateBudget(
  tx: Tx,
  rules: BookingRules,
  actor: Actor,
  id: string,
  change: BudgetChange,
): Promise<BudgetRecord | null> {
  const found = await findToChange(tx, actor, id);
  if (found === undefined) return null;
  // A settlement that crosses a threshold of the new limit comes after this, and knows it.
  const keys = await lockKeysOf(tx, rules.engine, found.workspace_id);
  await countAgain(tx, rules, found, keys);
  const before = toBudgetRecord(found, await balanceOf(tx, found));
  const row = await tx
    .updateTable("budgets")
    .set({ ...toColumns(change), updated_at_ms: Date.now() })
    .where("id", "=", found.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await alertWhatIsSpent(tx, rules, row);
  const after = toBudgetRecord(row, await balanceOf(tx, row));
  await recordChange(tx, actor, changeOfBudget(before, after));
  return after;
}

export async function deleteBudget(
  tx: Tx,
  rules: BookingRules,
  actor: Actor,
  id: string,
): Promise<boolean> {
  const found = await findToChange(tx, actor, id);
  if (found === undefined) return false;
  await lockKeysOf(tx, rules.engine, found.workspace_id);
  const before = toBudgetRecord(found, await balanceOf(tx, found));
  await tx.deleteFrom("budgets").where("id", "=", found.id).execute();
  await removeUncovered(tx, found.workspace_id);
  await recordChange(tx, actor, changeOfBudget(before, null));
  return true;
}

/** Reads the budget again under the lock of its workspace, because it may have changed before. */
async function findToChange(
  tx: Tx,
  { organisationId }: Actor,
  id: string,
): Promise<BudgetRow | undefined> {
  const found = await findBudget(tx, organisationId, id);
  if (found === undefined) return undefined;
  if (!(await touchWorkspace(tx, organisationId, found.workspace_id))) return undefined;
  return await findBudget(tx, organisationId, id);
}

export async function findBudget(
  database: Database,
  organisationId: string,
  id: string,
): Promise<BudgetRow | undefined> {
  if (!mayBeStored(id)) return undefined;
  return await database
    .selectFrom("budgets")
    .selectAll()
    .where("id", "=", id.toLowerCase())
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
}

/** Undefined for a budget of all end users, or of each value of a tag: each has its own. */
export async function balanceOf(
  database: Database,
  row: BudgetRow,
): Promise<BudgetBalanceRow | undefined> {
  if (isOfEach(row)) return undefined;
  return await readBalance(database, row.workspace_id, row.end_user ?? "");
}

/** Not only with the next settlement, which may never come. */
async function alertWhatIsSpent(
  tx: Tx,
  { alerts, clock }: BookingRules,
  row: BudgetRow,
): Promise<void> {
  const nowMs = clock.nowMs();
  for (const balance of await balancesOf(tx, row)) {
    const present = await budgetOf(tx, balance.workspace_id, balance.end_user);
    if (present?.id !== row.id) continue;
    const spending = budgetSpending(row, rolledToNow(balance, nowMs), nowMs);
    await writeAlerts(tx, onlyHighestTold(reached(spending, alerts.thresholds, nowMs)));
  }
}

async function balancesOf(tx: Tx, row: BudgetRow): Promise<readonly BudgetBalanceRow[]> {
  if (!isOfEach(row)) return [await balanceOf(tx, row)].filter((found) => found !== undefined);
  return await tx
    .selectFrom("budget_balances")
    .selectAll()
    .where("workspace_id", "=", row.workspace_id)
    .where(isSubjectOfEach(row))
    .orderBy("id")
    .execute();
}
