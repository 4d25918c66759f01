import { calendarDay } from "@portico/core/rules/calendar";
import { sql } from "kysely";
import type { EndUserSpending } from "../ports/budgets.ts";
import type { Listed, Page } from "../ports/page.ts";
import { listed } from "../records/listed.ts";
import type { BudgetRow, Database } from "../schema.ts";
import { budgetState } from "./budget-records.ts";

/** The end users without a budget of their own, the largest spending of the present period first. */
export async function listEndUsers(
  database: Database,
  budget: BudgetRow,
  page: Page,
): Promise<Listed<EndUserSpending>> {
  const nowMs = Date.now();
  const rows = database
    .selectFrom("budget_balances as b")
    .selectAll("b")
    .where("b.workspace_id", "=", budget.workspace_id)
    .where("b.end_user", "!=", "")
    .where("b.end_user", "not in", (eb) =>
      eb
        .selectFrom("budgets as u")
        .select(({ fn, val }) => fn.coalesce("u.end_user", val("")).as("end_user"))
        .where("u.workspace_id", "=", budget.workspace_id),
    )
    .orderBy(spentColumn(budget, nowMs), "desc")
    .orderBy("b.id");
  return await listed(rows, page, (balance) => {
    const state = budgetState(budget, balance, nowMs);
    return {
      endUser: balance.end_user,
      spentNanousd: state.spentNanousd,
      heldNanousd: state.heldNanousd,
      remainingNanousd: state.remainingNanousd,
    };
  });
}

function spentColumn({ limit_reset }: BudgetRow, nowMs: number) {
  const { day, weekStart, monthStart } = calendarDay(nowMs);
  if (limit_reset === null) return sql<number>`b.usage_nanousd`;
  const since = { daily: day, weekly: weekStart, monthly: monthStart }[limit_reset];
  const sum = { daily: "usage_day", weekly: "usage_week", monthly: "usage_month" }[limit_reset];
  return sql<number>`case when b.day < ${since} then 0 else ${sql.ref(`b.${sum}_nanousd`)} end`;
}
