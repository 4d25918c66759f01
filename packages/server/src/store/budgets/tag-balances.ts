import { sql } from "kysely";
import { readTags } from "../money/ledger-row.ts";
import { ofWorkspace } from "../placement.ts";
import type { BudgetRow, HoldRow, Tx } from "../schema.ts";
import { balanceRow, makeBalance } from "./balance-rows.ts";
import { type DayCharge, firstBalance, sumsOf } from "./end-user-sums.ts";
import { balanceIdsIn, everyOf, isOfEach, subjectsOfTags, tagParts } from "./subjects.ts";

/** Whether a budget `u` covers the tag of a balance `b`. Behind the first `=` of a budget of each value nothing stands. */
export const coversTag = sql.raw(`(u.end_user = b.end_user
  or u.end_user not like '%=_%' and substr(b.end_user, 1, length(u.end_user)) = u.end_user)`);

/** Rows that one statement writes. */
const rowsAtOnce = 500;

/**
 * Makes the balances of a new budget, of each value that was ever charged too: so a value that an admission finds without a
 * balance was charged nothing, and admissions never search the ledger for tags.
 */
export async function countTags(tx: Tx, budget: BudgetRow, nowMs: number): Promise<void> {
  if (isOfEach(budget)) {
    const charges = await chargesOfEach(tx, budget);
    const made = Array.from(charges, ([subject, days]) => {
      const { id, ...balance } = firstBalance(budget, subject, sumsOf(days, nowMs));
      return balance;
    });
    for (let from = 0; from < made.length; from += rowsAtOnce)
      await tx
        .insertInto("budget_balances")
        .values(made.slice(from, from + rowsAtOnce))
        .onConflict((conflict) => conflict.columns(["workspace_id", "end_user"]).doNothing())
        .execute();
  } else await makeBalance(tx, budget.workspace_id, budget.end_user ?? "", nowMs);
  await countHolds(tx, budget, nowMs);
}

async function chargesOfEach(tx: Tx, { workspace_id, end_user }: BudgetRow) {
  // Other tags need not be summed up. An underscore stands for any letter in this pattern: what it lets through is left out below.
  const named = `%"${tagParts(end_user ?? "").name}":%`;
  const rows = await tx
    .selectFrom("ledger")
    .where("workspace_id", "=", workspace_id)
    .where("tags", "like", named)
    .groupBy(["tags", "charged_day"])
    .select(({ fn }) => [
      "tags",
      "charged_day as day",
      fn.sum<number>("charged_nanousd").as("nanousd"),
    ])
    .execute();
  const charges = new Map<string, DayCharge[]>();
  for (const { tags, ...charge } of rows)
    for (const subject of subjectsOfTags(readTags(tags) ?? {}))
      if (everyOf(subject) === end_user)
        charges.set(subject, [...(charges.get(subject) ?? []), charge]);
  return charges;
}

/** Counts the open holds of a budget's tags that are not counted yet. */
async function countHolds(tx: Tx, budget: BudgetRow, nowMs: number): Promise<void> {
  const { workspace_id, end_user } = budget;
  const bySubject = Map.groupBy(await taggedHolds(tx, workspace_id), ({ tags }) =>
    subjectsOfTags(readTags(tags) ?? {}).find(
      (each) => each === end_user || everyOf(each) === end_user,
    ),
  );
  for (const [subject, holds] of bySubject)
    if (subject !== undefined) await countHoldsOf(tx, workspace_id, subject, holds, nowMs);
}

async function countHoldsOf(
  tx: Tx,
  workspaceId: string,
  subject: string,
  holds: readonly TaggedHold[],
  nowMs: number,
): Promise<void> {
  const find = () => balanceRow(tx, workspaceId, subject);
  if ((await find().executeTakeFirst()) === undefined)
    await makeBalance(tx, workspaceId, subject, nowMs);
  const { id } = await find().executeTakeFirstOrThrow();
  const open = holds.filter((hold) => !idsOf(hold).includes(id));
  for (let from = 0; from < open.length; from += rowsAtOnce)
    await tx
      .updateTable("holds")
      // A list in JSON, with one more at its end.
      .set({
        tag_balance_ids: sql`case when tag_balance_ids is null then '[' else
          substr(tag_balance_ids, 1, length(tag_balance_ids) - 1) || ',' end || ${String(id)} || ']'`,
      })
      .where(
        "request_id",
        "in",
        open.slice(from, from + rowsAtOnce).map(({ request_id }) => request_id),
      )
      .where(ofWorkspace(tx, workspaceId))
      .execute();
  const held = open.reduce((sum, { amount_nanousd }) => sum + amount_nanousd, 0);
  await tx
    .updateTable("budget_balances")
    .set((eb) => ({ held_nanousd: eb("held_nanousd", "+", held) }))
    .where("id", "=", id)
    .where("workspace_id", "=", workspaceId)
    .execute();
}

/** The holds of one value that a program of before has closed are not held any more. */
export async function countTagAgain(
  tx: Tx,
  budget: BudgetRow,
  subject: string,
  nowMs: number,
): Promise<void> {
  const { workspace_id } = budget;
  await makeBalance(tx, workspace_id, subject, nowMs);
  const { id } = await balanceRow(tx, workspace_id, subject).executeTakeFirstOrThrow();
  await forgetInTags(tx, workspace_id, new Set([id]));
  await tx
    .updateTable("budget_balances")
    .set({ held_nanousd: 0 })
    .where("id", "=", id)
    .where("workspace_id", "=", workspace_id)
    .execute();
  await countHolds(tx, budget, nowMs);
}

/** Open holds forget these balances: SQLite gives their ids out again. */
export async function forgetInTags(
  tx: Tx,
  workspaceId: string,
  removed: ReadonlySet<number>,
): Promise<void> {
  for (const hold of await taggedHolds(tx, workspaceId)) {
    const ids = idsOf(hold);
    const kept = ids.filter((id) => !removed.has(id));
    if (kept.length < ids.length) await writeIds(tx, workspaceId, hold, kept);
  }
}

type TaggedHold = Pick<HoldRow, "request_id" | "amount_nanousd" | "tags" | "tag_balance_ids">;

/** The keys of the workspace are locked, so none comes or goes meanwhile. */
async function taggedHolds(tx: Tx, workspaceId: string): Promise<readonly TaggedHold[]> {
  return await tx
    .selectFrom("holds")
    .select(["request_id", "amount_nanousd", "tags", "tag_balance_ids"])
    .where("tags", "is not", null)
    .where(
      "key_id",
      "in",
      tx.selectFrom("keys").select("id").where("workspace_id", "=", workspaceId),
    )
    .where(ofWorkspace(tx, workspaceId))
    .orderBy("request_id")
    .execute();
}

function idsOf({ tag_balance_ids: list }: TaggedHold): readonly number[] {
  return list === null ? [] : balanceIdsIn(list);
}

async function writeIds(
  tx: Tx,
  workspaceId: string,
  { request_id }: TaggedHold,
  ids: readonly number[],
) {
  const list = ids.length === 0 ? null : JSON.stringify(ids);
  await tx
    .updateTable("holds")
    .set({ tag_balance_ids: list })
    .where("request_id", "=", request_id)
    .where(ofWorkspace(tx, workspaceId))
    .execute();
}
