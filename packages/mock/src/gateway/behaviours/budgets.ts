import type { Schema } from "@portico/contract/facts";
import { absent } from "@portico/core/failures";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { budgetSubject, budgetTaken, readRaise } from "@portico/core/rules/budgets";
import { toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { acting } from "../world/acting.ts";
import { alertWhatIsSpent } from "../world/alerts.ts";
import { type Change, creatorOf, pickFacts, recordChange } from "../world/audit.ts";
import type { BudgetRow, WorldData } from "../world/data.ts";
import { callerGivenName } from "../world/key-text.ts";
import { nowOf } from "../world/now.ts";
import { pageOf } from "../world/page.ts";
import { budgetLimit, isRaised } from "../world/spending.ts";
import { inWorkspace, workspaceIdOf } from "../world/workspaces.ts";

type Budget = Schema<"Budget">;

export const createBudget = acting<"createBudget">(201, (given) => {
  const { body, world, caller } = given;
  const { scope, endUser, name } = budgetSubject(body, callerGivenName(body.end_user));
  const raise = raiseIn(world.data, body);
  const workspaceId = workspaceIdOf(world.data, caller, body.workspace_id);
  refuseTaken(world.data, workspaceId, scope, endUser);
  const record: Budget = {
    id: world.uuid(),
    workspace_id: workspaceId,
    scope,
    end_user: endUser,
    name,
    limit: toUsd(toNanousd(body.limit)),
    limit_reset: body.limit_reset ?? null,
    raise: null,
    raise_until: null,
    ...raise,
    state: null,
    created_at: toIso(nowOf(world.data)),
    updated_at: null,
    created_by: creatorOf(caller),
  };
  const row: BudgetRow = { record, before: 0 };
  world.data.budgets.push(row);
  recordBudget(given, record, null, record);
  alertWhatIsSpent(world);
  return { data: shown(world.data, row) };
});

function refuseTaken(
  { budgets }: WorldData,
  workspaceId: string,
  scope: string,
  endUser: string | null,
): void {
  const isSame = ({ record }: BudgetRow) =>
    record.workspace_id === workspaceId && record.scope === scope && record.end_user === endUser;
  if (budgets.some(isSame)) throw budgetTaken();
}

export const listBudgets = acting<"listBudgets">(200, ({ query, world: { data } }) => {
  const isIn = inWorkspace(data, query.workspace_id);
  const rows = data.budgets.filter(({ record }) => isIn(record));
  return pageOf(
    rows.map((row) => shown(data, row)),
    "/budgets",
    query,
  );
});

export const getBudget = acting<"getBudget">(200, ({ params, query, world: { data } }) => {
  const row = findBudget(data, params.id);
  const isOfAll = row.record.scope === "end_user" && row.record.end_user === null;
  return {
    data: shown(data, row),
    end_users: isOfAll ? pageOf(endUsersOf(data, row), `/budgets/${row.record.id}`, query) : null,
  };
});

/** Those that the budget covers and that have sent something, the most expensive first. */
function endUsersOf(data: WorldData, row: BudgetRow): Schema<"EndUserSpending">[] {
  const names = new Set(
    data.generations
      .filter(({ record, isOld }) => !isOld && record.workspace_id === row.record.workspace_id)
      .flatMap(({ record }) => record.external_user ?? []),
  );
  return [...names]
    .map((endUser) => ({ endUser, ...budgetLimit(data, row, endUser) }))
    .toSorted((one, other) => other.spent - one.spent)
    .map(({ endUser, spent, held, left }) => ({
      end_user: endUser,
      spent: toUsd(spent),
      held: toUsd(held),
      remaining: toUsd(left),
    }));
}

export const updateBudget = acting<"updateBudget">(200, (given) => {
  const { params, body, world } = given;
  const limit = body.limit === undefined ? {} : { limit: toUsd(toNanousd(body.limit)) };
  const raise = raiseIn(world.data, body);
  const row = findBudget(world.data, params.id);
  const before = row.record;
  row.record = {
    ...before,
    ...(body.name !== undefined && { name: body.name }),
    ...(body.limit_reset !== undefined && { limit_reset: body.limit_reset }),
    ...limit,
    ...raise,
    updated_at: toIso(nowOf(world.data)),
  };
  recordBudget(given, before, before, row.record);
  alertWhatIsSpent(world);
  return { data: shown(world.data, row) };
});

export const deleteBudget = acting<"deleteBudget">(200, (given) => {
  const { budgets } = given.world.data;
  const row = findBudget(given.world.data, given.params.id);
  budgets.splice(budgets.indexOf(row), 1);
  recordBudget(given, row.record, row.record, null);
  return { deleted: true };
});

function findBudget({ budgets }: WorldData, id: string): BudgetRow {
  const row = budgets.find(({ record }) => record.id === id.toLowerCase());
  if (row === undefined) throw absent("budget", id);
  return row;
}

function raiseIn(data: WorldData, body: Schema<"UpdateBudgetRequest">): Partial<Budget> {
  const { raiseNanousd, raiseUntilMs } = readRaise(body, nowOf(data));
  if (raiseNanousd === undefined || raiseUntilMs === undefined) return {};
  return {
    raise: raiseNanousd === null ? null : toUsd(raiseNanousd),
    raise_until: toIsoOrNull(raiseUntilMs),
  };
}

function shown(data: WorldData, row: BudgetRow): Budget {
  const { scope, end_user: endUser } = row.record;
  if (scope === "end_user" && endUser === null) return { ...row.record, state: null };
  const limit = budgetLimit(data, row, endUser);
  return {
    ...row.record,
    state: {
      limit: toUsd(limit.limit),
      spent: toUsd(limit.spent),
      held: toUsd(limit.held),
      remaining: toUsd(limit.left),
      resets_at: toIsoOrNull(limit.resetsAt),
      raise_until: isRaised(data, row) ? row.record.raise_until : null,
    },
  };
}

function recordBudget(
  change: Change,
  { id, workspace_id }: Budget,
  before: Budget | null,
  after: Budget | null,
): void {
  const names = ["workspace_id", "scope", "end_user", "name", "limit", "limit_reset", "raise"];
  const facts = (one: Budget | null) =>
    one && {
      ...pickFacts(one, [...names, "raise_until", "created_by"]),
      scope: one.scope === "end_user" ? "endUser" : one.scope,
    };
  recordChange(change, {
    target: { type: "budget", id },
    workspaceId: workspace_id,
    before: facts(before),
    after: facts(after),
  });
}
