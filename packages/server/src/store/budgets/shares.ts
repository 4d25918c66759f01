import { calendarDay, dayMs } from "@portico/core/rules/calendar";
import { sql } from "kysely";
import { budgetBalances } from "../judge/hot-tables.ts";
import { rolledTo, type Sums } from "../money/balance.ts";
import { ofWorkspace } from "../placement.ts";
import type { BudgetBalanceRow, Database, Tx } from "../schema.ts";
import type { Store } from "../store.ts";

/** What a balance and the shares of it have in common. */
export type Part = Sums & Pick<BudgetBalanceRow, "held_nanousd" | "usage_nanousd">;

const amounts = [
  ...(["held_nanousd", "usage_nanousd"] as const),
  ...(["usage_day_nanousd", "usage_week_nanousd", "usage_month_nanousd"] as const),
];

/** The sums of a balance and of its shares, on the latest day of them all. */
export function withParts<Row extends Part>(row: Row, parts: readonly Part[]): Row {
  const day = calendarDay(Math.max(row.day, ...parts.map((part) => part.day)) * dayMs);
  const sum: Part = { ...rolledTo(row, day) };
  for (const each of parts) {
    const part = rolledTo(each, day);
    for (const amount of amounts) sum[amount] += part[amount];
  }
  return { ...row, ...sum };
}

const subject = "b.id, b.organisation_id, b.workspace_id, b.end_user";
const sumsOf = (table: string) =>
  budgetBalances.columns.slice(1).map((column) => `${table}.${column}`);

/** In one statement: both rows of a booking, or neither of them, are seen. */
const selectParts = (from: string, table: string) =>
  sql.raw(`select ${subject}, ${sumsOf(table).join(", ")} from ${from}`);

/** The balance of a workspace (an empty end user) or of an end user as it is, if a budget is compared with it. */
export async function readBalance(
  database: Database,
  workspaceId: string,
  endUser: string,
): Promise<BudgetBalanceRow | undefined> {
  const ofSubject = sql`where b.workspace_id = ${workspaceId} and b.end_user = ${endUser}`;
  const { rows } = await sql<BudgetBalanceRow>`
    ${selectParts("budget_balances b", "b")} ${ofSubject}
    union all
    ${selectParts("shares s join budget_balances b on b.id = s.balance_id", "s")} ${ofSubject}
      and ${ofWorkspace(database, workspaceId, "s.workspace")}`.execute(database);
  const [first, ...parts] = rows;
  return first === undefined ? undefined : withParts(first, parts);
}

/** Takes all shares of a workspace's locked balances back. The caller writes the balances. */
export async function takeShares(
  tx: Tx,
  engine: Store["engine"],
  balances: readonly BudgetBalanceRow[],
): Promise<readonly BudgetBalanceRow[]> {
  // Nothing has shares on SQLite.
  if (engine === "sqlite" || balances.length === 0) return balances;
  const ids = balances.map(({ id }) => id);
  const isTheirs = ofWorkspace(tx, balances[0]?.workspace_id ?? "");
  const taken = await tx
    .selectFrom("shares")
    .selectAll()
    .where("balance_id", "in", ids)
    .where(isTheirs)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (taken.length > 0)
    await tx.deleteFrom("shares").where("balance_id", "in", ids).where(isTheirs).execute();
  const partsOf = (id: number) => taken.filter(({ balance_id }) => balance_id === id);
  return balances.map((balance) => withParts(balance, partsOf(balance.id)));
}

/** A share of credits counts until the organisation is granted more: then the totals are counted again without it. */
export const creditShares = `select s.organisation_id, s.held_nanousd, s.usage_nanousd
  from shares s join organisations g on g.id = s.organisation_id
  where s.balance_id is null and s.granted_nanousd = g.granted_nanousd and g.credits_kept = 1`;
