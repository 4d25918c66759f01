import type { DatabaseSync } from "node:sqlite";
import { calendarDay, dayMs } from "@portico/core/rules/calendar";
import type { BudgetBalanceRow, BudgetRow } from "../schema.ts";

/** A balance with the budget that it is compared with. The balance of a new end user has the id 0 until it is stored. */
export interface Covered {
  readonly budget: BudgetRow;
  readonly balance: BudgetBalanceRow;
}

/** The budget balances of one transaction: each is read once, and written once after all decisions. */
export interface TouchedBudgets {
  /** The balance of a workspace (with an empty end user) or an end user; undefined if no budget covers it. */
  covering(workspaceId: string, endUser: string, nowMs: number): Covered | undefined;
  /** Undefined if its budget was deleted. */
  of(id: number): BudgetBalanceRow | undefined;
  /** Stores the balance as it is after a decision; returns its id. */
  change(balance: BudgetBalanceRow): number;
  /** The budget that a balance is compared with now. */
  budgetOf(balance: BudgetBalanceRow): BudgetRow | undefined;
  write(): void;
}

export function createBudgetTable(database: DatabaseSync): { touch(): TouchedBudgets } {
  const statements = prepare(database);
  return { touch: () => touch(statements) };
}

type Statements = ReturnType<typeof prepare>;

function touch(statements: Statements): TouchedBudgets {
  const balances = new Map<number, BudgetBalanceRow>();
  const ids = new Map<string, number>();
  const changed = new Set<number>();
  const keep = (balance: BudgetBalanceRow) => {
    balances.set(balance.id, balance);
    ids.set(nameOf(balance.workspace_id, balance.end_user), balance.id);
    return balance;
  };
  const known = (id: number): BudgetBalanceRow | undefined => {
    const found = balances.get(id) ?? statements.byId(id);
    return found === undefined ? undefined : (balances.get(id) ?? keep(found));
  };
  const ofSubject = (workspaceId: string, endUser: string): BudgetBalanceRow | undefined => {
    const id = ids.get(nameOf(workspaceId, endUser));
    if (id !== undefined) return balances.get(id);
    const found = statements.bySubject(workspaceId, endUser);
    return found === undefined ? undefined : keep(found);
  };
  return {
    of: known,
    budgetOf: ({ workspace_id, end_user }) => statements.budget(workspace_id, end_user),
    covering(workspaceId, endUser, nowMs) {
      const budget = statements.budget(workspaceId, endUser);
      if (budget === undefined) return undefined;
      const balance =
        ofSubject(workspaceId, endUser) ?? statements.unstored(budget, endUser, nowMs);
      return { budget, balance };
    },
    change(balance) {
      const stored = balance.id === 0 ? { ...balance, id: statements.insert(balance) } : balance;
      keep(stored);
      changed.add(stored.id);
      return stored.id;
    },
    write() {
      for (const id of changed) {
        const balance = balances.get(id);
        if (balance !== undefined) statements.update(balance);
      }
      changed.clear();
    },
  };
}

function nameOf(workspaceId: string, endUser: string): string {
  return `${workspaceId} ${endUser}`;
}

const sums =
  "held_nanousd, usage_nanousd, day, usage_day_nanousd, usage_week_nanousd, usage_month_nanousd";
const columns = `id, organisation_id, workspace_id, end_user, ${sums}`;

/** Only for workspaces with budgets, so rows are read by name. */
function prepare(database: DatabaseSync) {
  const byId = database.prepare(`select ${columns} from budget_balances where id = ?`);
  const bySubject = database.prepare(
    `select ${columns} from budget_balances where workspace_id = ? and end_user = ?`,
  );
  const budget = database.prepare(`select * from budgets where workspace_id = ?
    and scope = case ?2 when '' then 'workspace' else 'end_user' end
    and coalesce(end_user, '') in (?2, '') order by coalesce(end_user, '') desc limit 1`);
  const insert = database.prepare(`insert into budget_balances (organisation_id, workspace_id,
    end_user, ${sums}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const update = database.prepare(`update budget_balances set held_nanousd = ?, usage_nanousd = ?,
    day = ?, usage_day_nanousd = ?, usage_week_nanousd = ?, usage_month_nanousd = ? where id = ?`);
  const unstored = createFirstBalance(database);
  const sumsOf = (row: BudgetBalanceRow) =>
    [
      row.held_nanousd,
      row.usage_nanousd,
      row.day,
      row.usage_day_nanousd,
      row.usage_week_nanousd,
      row.usage_month_nanousd,
    ] as const;
  return {
    // The tables' columns are those of the types.
    byId: (id: number) => byId.get(id) as BudgetBalanceRow | undefined,
    bySubject: (workspaceId: string, endUser: string) =>
      bySubject.get(workspaceId, endUser) as BudgetBalanceRow | undefined,
    budget: (workspaceId: string, endUser: string) =>
      budget.get(workspaceId, endUser) as BudgetRow | undefined,
    insert: (row: BudgetBalanceRow) =>
      Number(
        insert.run(row.organisation_id, row.workspace_id, row.end_user, ...sumsOf(row))
          .lastInsertRowid,
      ),
    update: (row: BudgetBalanceRow) => void update.run(...sumsOf(row), row.id),
    unstored,
  };
}

/**
 * The balance of an end user that no budget has covered before, with what it has spent so far. Nothing is held: holds of
 * before the budget were counted when it was made.
 */
function createFirstBalance(database: DatabaseSync) {
  const lastDay = database.prepare(
    `select max(charged_day) as day from ledger
      where organisation_id = ? and end_user = ? and workspace_id = ?`,
  );
  const spent = database.prepare(`select coalesce(sum(charged_nanousd), 0) as total,
      coalesce(sum(case when charged_day >= ?4 then charged_nanousd end), 0) as today,
      coalesce(sum(case when charged_day >= ?5 then charged_nanousd end), 0) as week,
      coalesce(sum(case when charged_day >= ?6 then charged_nanousd end), 0) as month
    from ledger where organisation_id = ?1 and end_user = ?2 and workspace_id = ?3`);
  return (budget: BudgetRow, endUser: string, nowMs: number): BudgetBalanceRow => {
    const { organisation_id, workspace_id } = budget;
    const subject = [organisation_id, endUser, workspace_id] as const;
    const last = Number(lastDay.get(...subject)?.["day"] ?? 0);
    const day = Math.max(calendarDay(nowMs).day, last);
    const { weekStart, monthStart } = calendarDay(day * dayMs);
    const found = spent.get(...subject, day, weekStart, monthStart);
    return {
      id: 0,
      organisation_id,
      workspace_id,
      end_user: endUser,
      held_nanousd: 0,
      usage_nanousd: Number(found?.["total"]),
      day,
      usage_day_nanousd: Number(found?.["today"]),
      usage_week_nanousd: Number(found?.["week"]),
      usage_month_nanousd: Number(found?.["month"]),
    };
  };
}
