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
import { tagNames } from "../world/settings.ts";
import { budgetLimit, budgetsFor, isRaised, tagNameOf, type Whom } from "../world/spending.ts";
import { inWorkspace, workspaceIdOf } from "../world/workspaces.ts";

type Budget = Schema<"Budget">;

export const createBudget = acting<"createBudget">(201, (given) => {
  const { body, world, caller } = given;
  const { scope, endUser, tag, name } = budgetSubject(body, callerGivenName, tagNames(world.data));
  const raise = raiseIn(world.data, body);
  const workspaceId = workspaceIdOf(world.data, caller, body.workspace_id);
  refuseTaken(world.data, { workspace_id: workspaceId, scope, end_user: endUser, tag });
  const record: Budget = {
    id: world.uuid(),
    workspace_id: workspaceId,
    scope,
    end_user: endUser,
    tag,
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
  made: Pick<Budget, "workspace_id" | "scope" | "end_user" | "tag">,
): void {
  const isSame = ({ record }: BudgetRow) =>
    record.workspace_id === made.workspace_id &&
    record.scope === made.scope &&
    record.end_user === made.end_user &&
    record.tag === made.tag;
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
  const page = <Item>(items: readonly Item[]) => pageOf(items, `/budgets/${row.record.id}`, query);
  const each = isOfEach(row) ? eachOf(data, row) : null;
  const isOfTag = row.record.scope === "tag";
  return {
    data: shown(data, row),
    end_users:
      each && !isOfTag
        ? page(each.map(({ name, ...amounts }) => ({ end_user: name, ...amounts })))
        : null,
    tag_values:
      each && isOfTag
        ? page(each.map(({ name, ...amounts }) => ({ value: name, ...amounts })))
        : null,
  };
});

/** A budget of each end user or value has no state: each of them has its own. */
function isOfEach({ record: { scope, end_user, tag } }: BudgetRow): boolean {
  return scope === "tag" ? tag?.includes("=") === false : scope === "end_user" && end_user === null;
}

/** Those that the budget covers and that have sent something, the most expensive first. */
function eachOf(data: WorldData, row: BudgetRow) {
  const { workspace_id: workspace, scope, tag } = row.record;
  const tagName = tagNameOf(tag);
  const names = new Set(
    data.generations
      .filter(({ record, isOld }) => !isOld && record.workspace_id === workspace)
      .flatMap(({ record }) =>
        scope === "tag" ? (record.tags?.[tagName] ?? []) : (record.external_user ?? []),
      ),
  );
  return [...names]
    .map((name) => ({ name, whom: whomOf(row.record, name) }))
    .filter(({ whom }) => budgetsFor(data, workspace, whom).includes(row))
    .map(({ name: one, whom }) => ({ one, ...budgetLimit(data, row, whom) }))
    .toSorted((one, other) => other.spent - one.spent)
    .map(({ one: name, spent, held, left }) => ({
      name,
      spent: toUsd(spent),
      held: toUsd(held),
      remaining: toUsd(left),
    }));
}

function whomOf({ scope, tag }: Budget, name: string | null): Whom {
  return scope === "tag"
    ? { endUser: null, tags: { [tagNameOf(tag)]: name ?? "" } }
    : { endUser: name, tags: null };
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
  if (isOfEach(row)) return { ...row.record, state: null };
  const { end_user: endUser, tag } = row.record;
  const name = tag === null ? endUser : tag.slice(tag.indexOf("=") + 1);
  const limit = budgetLimit(data, row, whomOf(row.record, name));
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
  const names = [
    "workspace_id",
    "scope",
    "end_user",
    "tag",
    "name",
    "limit",
    "limit_reset",
    "raise",
  ];
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
