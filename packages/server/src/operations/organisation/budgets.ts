import type { Schema } from "@portico/contract";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { budgetSubject, budgetTaken, readRaise } from "@portico/core/rules/budgets";
import { toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { toPage } from "@portico/core/rules/pages";
import { absent } from "../../errors.ts";
import { actorName } from "../../store/ports/actor.ts";
import type {
  BudgetChange,
  BudgetRecord,
  LimitState,
  OneSpending,
} from "../../store/ports/budgets.ts";
import { BudgetTaken } from "../../store/ports/errors.ts";
import { found, pageOf } from "../lists/lists.ts";
import { created, type Operation, ok } from "../operation.ts";
import { callerGivenName } from "../paid-call/session.ts";
import { workspaceFilter, workspaceIdOf } from "./workspace-filter.ts";

export const createBudget: Operation<"createBudget"> = async (
  { body },
  { actor, caller, gateway },
) => {
  const { tags } = gateway.configuration;
  const { scope, endUser, tag, name } = budgetSubject(body, callerGivenName, tags);
  const raise = readRaise(body);
  const record = await gateway.store.budgets
    .create(actor, {
      workspaceId: await workspaceIdOf(gateway, caller, body.workspace_id),
      scope: scope === "end_user" ? "endUser" : scope,
      endUser,
      tag,
      name,
      limitNanousd: toNanousd(body.limit),
      limitReset: body.limit_reset ?? null,
      raiseNanousd: raise.raiseNanousd ?? null,
      raiseUntilMs: raise.raiseUntilMs ?? null,
      createdBy: actorName(actor),
    })
    .catch(refuseTaken);
  return created({ data: toBudget(record) });
};

function refuseTaken(error: unknown): never {
  throw error instanceof BudgetTaken ? budgetTaken(error) : error;
}

export const listBudgets: Operation<"listBudgets"> = async ({ query }, { caller, gateway }) => {
  const listed = await gateway.store.budgets.list(caller.organisationId, {
    ...toPage(query),
    ...(await workspaceFilter(gateway, caller, query.workspace_id)),
  });
  return ok(pageOf("/budgets", query, listed, toBudget));
};

export const getBudget: Operation<"getBudget"> = async ({ params, query }, { caller, gateway }) => {
  const { budgets } = gateway.store;
  const { organisationId } = caller;
  const { id } = params;
  const record = found(await budgets.get(organisationId, id), "budget", id);
  const each = await budgets.each(organisationId, id, toPage(query));
  const path = `/budgets/${record.id}`;
  const isOfTag = record.scope === "tag";
  return ok({
    data: toBudget(record),
    end_users: each && !isOfTag ? pageOf(path, query, each, toEndUser) : null,
    tag_values: each && isOfTag ? pageOf(path, query, each, toTagValue) : null,
  });
};

export const updateBudget: Operation<"updateBudget"> = async (
  { params, body },
  { actor, gateway },
) => {
  const change: BudgetChange = {
    name: body.name,
    limitNanousd: body.limit === undefined ? undefined : toNanousd(body.limit),
    limitReset: body.limit_reset,
    ...readRaise(body),
  };
  const record = await gateway.store.budgets.update(actor, params.id, change);
  return ok({ data: toBudget(found(record, "budget", params.id)) });
};

export const deleteBudget: Operation<"deleteBudget"> = async ({ params }, { actor, gateway }) => {
  if (!(await gateway.store.budgets.delete(actor, params.id))) throw absent("budget", params.id);
  return ok({ deleted: true });
};

function toBudget(record: BudgetRecord): Schema<"Budget"> {
  return {
    id: record.id,
    workspace_id: record.workspaceId,
    scope: record.scope === "endUser" ? "end_user" : record.scope,
    end_user: record.endUser,
    tag: record.tag,
    name: record.name,
    limit: toUsd(record.limitNanousd),
    limit_reset: record.limitReset,
    raise: record.raiseNanousd === null ? null : toUsd(record.raiseNanousd),
    raise_until: toIsoOrNull(record.raiseUntilMs),
    state: record.state && toState(record.state),
    created_at: toIso(record.createdAtMs),
    updated_at: toIsoOrNull(record.updatedAtMs),
    created_by: record.createdBy,
  };
}

function toState(state: LimitState): Schema<"BudgetState"> {
  return {
    limit: toUsd(state.limitNanousd),
    spent: toUsd(state.spentNanousd),
    held: toUsd(state.heldNanousd),
    remaining: toUsd(state.remainingNanousd),
    resets_at: toIsoOrNull(state.resetsAtMs),
    raise_until: toIsoOrNull(state.raiseUntilMs),
  };
}

function toEndUser({ name, ...spending }: OneSpending): Schema<"EndUserSpending"> {
  return { end_user: name, ...toSpending(spending) };
}

function toTagValue({ name, ...spending }: OneSpending): Schema<"TagSpending"> {
  return { value: name, ...toSpending(spending) };
}

function toSpending(spending: Omit<OneSpending, "name">) {
  return {
    spent: toUsd(spending.spentNanousd),
    held: toUsd(spending.heldNanousd),
    remaining: toUsd(spending.remainingNanousd),
  };
}
