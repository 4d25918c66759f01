import { calendarDay } from "@portico/core/rules/calendar";
import { periodEndMs } from "@portico/core/rules/periods";
import { sql } from "kysely";
import { spentIn } from "../money/balance.ts";
import { type BookingRules, rolledToNow } from "../money/bookings.ts";
import type { BudgetRecord, BudgetStore, LimitState, OneSpending } from "../ports/budgets.ts";
import type { Listed, Page } from "../ports/page.ts";
import { listed, matching } from "../records/rows.ts";
import type { BudgetRow, Database } from "../schema.ts";
import { budgetOf, spentBy } from "./balance-rows.ts";
import {
  balanceOf,
  createBudget,
  deleteBudget,
  findBudget,
  updateBudget,
} from "./budget-changes.ts";
import { budgetState, limitState, toBudgetRecord } from "./budget-records.ts";
import { firstBalance } from "./end-user-sums.ts";
import { readBalance } from "./shares.ts";
import { isOfEach, isSubjectOfEach, shownName, subjectsNamed } from "./subjects.ts";

export function createBudgetStore(database: Database, rules: BookingRules): BudgetStore {
  const withState = async (row: BudgetRow): Promise<BudgetRecord> =>
    toBudgetRecord(row, await balanceOf(database, row));
  return {
    create: (actor, budget) =>
      database.transaction().execute((tx) => createBudget(tx, rules, actor, budget)),
    async list(organisationId, query) {
      const rows = database
        .selectFrom("budgets")
        .where("organisation_id", "=", organisationId)
        .where(matching(query, "workspaceId"))
        .selectAll()
        .orderBy("created_at_ms")
        .orderBy("id");
      const { records, totalCount } = await listed(rows, query, (row) => row);
      return { records: await Promise.all(records.map(withState)), totalCount };
    },
    async get(organisationId, id) {
      const row = await findBudget(database, organisationId, id);
      return row === undefined ? null : await withState(row);
    },
    update: (actor, id, change) =>
      database.transaction().execute((tx) => updateBudget(tx, rules, actor, id, change)),
    delete: (actor, id) =>
      database.transaction().execute((tx) => deleteBudget(tx, rules, actor, id)),
    async each(organisationId, id, page) {
      const row = await findBudget(database, organisationId, id);
      return row === undefined || !isOfEach(row) ? null : await listEach(database, row, page);
    },
    bindingFor: (keyId, endUser, tags) =>
      bindingFor(database, keyId, [...subjectsNamed(endUser, tags), ""]),
  };
}

/** See BudgetStore. */
async function bindingFor(
  database: Database,
  keyId: number,
  subjects: readonly string[],
): Promise<readonly LimitState[]> {
  const nowMs = Date.now();
  const key = await database
    .selectFrom("keys as k")
    .innerJoin("key_balances as b", "b.key_id", "k.id")
    .selectAll()
    .where("k.id", "=", keyId)
    .executeTakeFirst();
  if (key === undefined) return [];
  const limits: LimitState[] = [];
  if (key.limit_nanousd !== null)
    limits.push(
      limitState({
        of: "key",
        budgetId: null,
        name: key.name,
        limitNanousd: key.limit_nanousd,
        limitReset: key.limit_reset,
        spentNanousd: spentIn(rolledToNow(key, nowMs), key.limit_reset),
        heldNanousd: key.held_nanousd,
        resetsAtMs: periodEndMs(key.limit_reset, nowMs),
        raiseUntilMs: null,
      }),
    );
  for (const subject of subjects)
    limits.push(...(await stateOfSubject(database, key.workspace_id, subject, nowMs)));
  return limits.toSorted((a, b) => a.remainingNanousd - b.remainingNanousd);
}

async function stateOfSubject(
  database: Database,
  workspaceId: string,
  subject: string,
  nowMs: number,
): Promise<readonly LimitState[]> {
  const budget = await budgetOf(database, workspaceId, subject);
  if (budget === undefined) return [];
  const balance = await readBalance(database, workspaceId, subject);
  if (balance !== undefined) return [budgetState(budget, balance, nowMs)];
  // One that has sent nothing since the budget was made.
  const sums = await spentBy(database, budget, subject, nowMs);
  return [budgetState(budget, firstBalance(budget, subject, sums), nowMs)];
}

/** Those without a budget of their own, the largest spending of the present period first. */
async function listEach(
  database: Database,
  budget: BudgetRow,
  page: Page,
): Promise<Listed<OneSpending>> {
  const nowMs = Date.now();
  const rows = database
    .selectFrom("budget_balances as b")
    .selectAll("b")
    .where("b.workspace_id", "=", budget.workspace_id)
    .where(isSubjectOfEach(budget))
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
      name: shownName(balance.end_user),
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
