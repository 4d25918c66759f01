import { calendarDay, dayMs } from "@portico/core/rules/calendar";
import { sql } from "kysely";
import { rolledTo } from "../money/balance.ts";
import { type BookingRules, lockBalances } from "../money/bookings.ts";
import { ofWorkspace } from "../placement.ts";
import type { BudgetRow, KeyBalanceRow, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { balanceRow, makeBalance, spentBy } from "./balance-rows.ts";
import { isOfEach } from "./subjects.ts";
import { countTagAgain, countTags, coversTag, forgetInTags } from "./tag-balances.ts";

/**
 * Locks all keys of a workspace, deleted ones too: while they are locked nothing of it is admitted, settled or given
 * back, so a budget can begin with exact sums.
 */
export async function lockKeysOf(
  tx: Tx,
  engine: Store["engine"],
  workspaceId: string,
): Promise<readonly KeyBalanceRow[]> {
  const keys = await tx
    .selectFrom("keys")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .execute();
  if (keys.length === 0) return [];
  const locked = await lockBalances(
    tx,
    engine,
    keys.map(({ id }) => id),
    workspaceId,
  );
  return [...locked.values()];
}

/** Makes the balances that a new budget is compared with, if they are not there. */
export async function makeBalancesFor(
  tx: Tx,
  { clock }: BookingRules,
  budget: BudgetRow,
  keys: readonly KeyBalanceRow[],
): Promise<void> {
  if (budget.scope === "workspace") await makeWorkspaceBalance(tx, budget, keys, clock.nowMs());
  else if (budget.scope === "tag") await countTags(tx, budget, clock.nowMs());
  else
    for (const endUser of await endUsersToCount(tx, budget))
      await countEndUser(tx, budget, endUser, clock.nowMs());
}

/**
 * Counts the balance of a budget that is there, as when it was made: processes of a version without budgets may have
 * charged without it. An end user or a tag keeps what the ledger has forgotten. Not for a budget of all end users or values.
 */
export async function countAgain(
  tx: Tx,
  { clock }: BookingRules,
  budget: BudgetRow,
  keys: readonly KeyBalanceRow[],
): Promise<void> {
  const { workspace_id, end_user } = budget;
  const nowMs = clock.nowMs();
  if (budget.scope === "workspace") {
    await tx
      .deleteFrom("budget_balances")
      .where("workspace_id", "=", workspace_id)
      .where("end_user", "=", "")
      .execute();
    await makeWorkspaceBalance(tx, budget, keys, nowMs);
  } else if (end_user !== null && !isOfEach(budget)) {
    if (budget.scope === "tag") await countTagAgain(tx, budget, end_user, nowMs);
    else await countEndUser(tx, budget, end_user, nowMs);
    await atLeast(tx, workspace_id, end_user, await spentBy(tx, budget, end_user, nowMs));
  }
}

async function atLeast(
  tx: Tx,
  workspaceId: string,
  endUser: string,
  spent: Awaited<ReturnType<typeof spentBy>>,
): Promise<void> {
  const before = await balanceRow(tx, workspaceId, endUser).executeTakeFirstOrThrow();
  const { id, workspace_id, ...today } = rolledTo(before, calendarDay(spent.day * dayMs));
  // A balance at a later day has sums of other periods than the ledger's.
  if (today.day > spent.day) return;
  const most = (of: Exclude<keyof typeof spent, "day">) => ({
    [of]: Math.max(today[of], spent[of]),
  });
  await tx
    .updateTable("budget_balances")
    .set({
      ...today,
      ...most("usage_nanousd"),
      ...most("usage_day_nanousd"),
      ...most("usage_week_nanousd"),
      ...most("usage_month_nanousd"),
    })
    .where("id", "=", id)
    .where("workspace_id", "=", workspace_id)
    .execute();
}

/** The keys know all that the workspace has spent, also what the ledger has forgotten. */
async function makeWorkspaceBalance(
  tx: Tx,
  { organisation_id, workspace_id }: BudgetRow,
  keys: readonly KeyBalanceRow[],
  nowMs: number,
): Promise<void> {
  const day = Math.max(calendarDay(nowMs).day, ...keys.map((key) => key.day));
  const today = keys.map((key) => rolledTo(key, calendarDay(day * dayMs)));
  const sum = (of: (key: KeyBalanceRow) => number) => today.reduce((all, key) => all + of(key), 0);
  const { id } = await tx
    .insertInto("budget_balances")
    .values({
      organisation_id,
      workspace_id,
      end_user: "",
      held_nanousd: sum((key) => key.held_nanousd),
      usage_nanousd: sum((key) => key.usage_nanousd),
      day,
      usage_day_nanousd: sum((key) => key.usage_day_nanousd),
      usage_week_nanousd: sum((key) => key.usage_week_nanousd),
      usage_month_nanousd: sum((key) => key.usage_month_nanousd),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("holds")
    .set({ workspace_balance_id: id })
    .where("key_id", "in", keysOf(tx, workspace_id))
    .where(ofWorkspace(tx, workspace_id))
    .execute();
}

/** Those with open holds; the others are counted when they are seen again. */
async function endUsersToCount(tx: Tx, budget: BudgetRow): Promise<readonly string[]> {
  if (budget.end_user !== null) return [budget.end_user];
  const rows = await tx
    .selectFrom("holds")
    .select("end_user")
    .distinct()
    .where("end_user", "is not", null)
    .where("end_user_balance_id", "is", null)
    .where("key_id", "in", keysOf(tx, budget.workspace_id))
    .where(ofWorkspace(tx, budget.workspace_id))
    .orderBy("end_user")
    .execute();
  return rows.map(({ end_user }) => end_user ?? "");
}

async function countEndUser(
  tx: Tx,
  { workspace_id }: BudgetRow,
  endUser: string,
  nowMs: number,
): Promise<void> {
  await makeBalance(tx, workspace_id, endUser, nowMs);
  const { id } = await balanceRow(tx, workspace_id, endUser).executeTakeFirstOrThrow();
  const holds = await tx
    .updateTable("holds")
    .set({ end_user_balance_id: id })
    .where("end_user", "=", endUser)
    .where("end_user_balance_id", "is", null)
    .where("key_id", "in", keysOf(tx, workspace_id))
    .where(ofWorkspace(tx, workspace_id))
    .returning("amount_nanousd as nanousd")
    .execute();
  const held = holds.reduce((sum, { nanousd }) => sum + nanousd, 0);
  await tx
    .updateTable("budget_balances")
    .set((eb) => ({ held_nanousd: eb("held_nanousd", "+", held) }))
    .where("id", "=", id)
    .where("workspace_id", "=", workspace_id)
    .execute();
}

function keysOf(tx: Tx, workspaceId: string) {
  return tx.selectFrom("keys").select("id").where("workspace_id", "=", workspaceId);
}

/** Removes the balances that no budget is compared with any more; open holds forget them. */
export async function removeUncovered(tx: Tx, workspaceId: string): Promise<void> {
  const removed = await tx
    .deleteFrom("budget_balances as b")
    .where("b.workspace_id", "=", workspaceId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("budgets as u")
            .select("u.id")
            .whereRef("u.workspace_id", "=", "b.workspace_id")
            .where(
              sql<boolean>`case b.end_user when '' then u.scope = 'workspace'
                else case substr(b.end_user, 1, 1) when ' ' then u.scope = 'tag' and ${coversTag}
                else u.scope = 'end_user' and coalesce(u.end_user, b.end_user) = b.end_user end end`,
            ),
        ),
      ),
    )
    .returning("id")
    .execute();
  const ids = removed.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const column of ["workspace_balance_id", "end_user_balance_id"] as const)
    await tx
      .updateTable("holds")
      .set({ [column]: null })
      .where(column, "in", ids)
      .where(ofWorkspace(tx, workspaceId))
      .execute();
  await forgetInTags(tx, workspaceId, new Set(ids));
}
