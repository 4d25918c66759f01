import type { Schema } from "@portico/contract/facts";
import { toNanousd } from "@portico/core/rules/amounts";
import { periodEndMs, periodStartMs } from "@portico/core/rules/periods";
import type { BudgetRow, GenerationRow, KeyRow, WorldData } from "./data.ts";
import { requestsOfKey, requestsOfWorkspace, settledAt } from "./figures.ts";
import { nowOf } from "./now.ts";

interface Standing {
  readonly budgetId: string | null;
  readonly name: string;
  readonly limit: number;
  readonly reset: Schema<"LimitReset">;
  readonly spent: number;
  /** By requests under way. */
  readonly held: number;
  readonly left: number;
  readonly resetsAt: number | null;
}

export interface Limit extends Standing {
  readonly of: "key" | "end_user" | "tag" | "workspace" | "organisation";
  /** Of a tag's budget. */
  readonly tag?: string;
  readonly source: Schema<"KeyBudget">["limit_source"];
}

export interface SessionLimit extends Standing {
  readonly of: "session";
}

/** What these requests have cost in this world, in nanodollars: those that settled since. */
export function chargedSince(rows: readonly GenerationRow[], since: number): number {
  return rows.reduce((sum, row) => sum + (countsIn(row, since) ? chargeOf(row) : 0), 0);
}

function countsIn({ record, isOld }: GenerationRow, since: number): boolean {
  return !isOld && settledAt(record) >= since;
}

function chargeOf({ record }: GenerationRow): number {
  return toNanousd(record.total_cost);
}

/** What a key has spent in a period, with what it had spent before this world began. */
export function keySpent(data: WorldData, { record }: KeyRow, reset: Schema<"LimitReset">): number {
  const before = {
    daily: record.usage_daily,
    weekly: record.usage_weekly,
    monthly: record.usage_monthly,
  };
  const start = reset === null ? record.usage : before[reset];
  return (
    toNanousd(start) +
    chargedSince(requestsOfKey(data, record.id), periodStartMs(reset, nowOf(data)))
  );
}

export function keyHeld(data: WorldData, { record }: KeyRow): number {
  return heldOf(data, (one) => one.api_key_id === record.id);
}

export function keyLimit(data: WorldData, row: KeyRow): Limit | null {
  const { limit, limit_reset: reset, name } = row.record;
  if (limit === null) return null;
  return limitOf(data, { of: "key", source: "key_limit", budgetId: null, name }, reset, {
    limit: toNanousd(limit),
    spent: keySpent(data, row, reset),
    held: keyHeld(data, row),
  });
}

function limitOf<const Named extends Pick<Standing, "budgetId" | "name">>(
  data: WorldData,
  named: Named,
  reset: Schema<"LimitReset">,
  { limit, spent, held }: Pick<Standing, "limit" | "spent" | "held">,
): Named & Standing {
  const left = Math.max(0, limit - spent - held);
  return { ...named, limit, reset, spent, held, left, resetsAt: periodEndMs(reset, nowOf(data)) };
}

/** What one session of a key may spend in all. */
export function sessionLimit(
  data: WorldData,
  { record: { id } }: KeyRow,
  sessionId: string,
  limit: number,
): SessionLimit {
  const isMeant = (one: Schema<"Hold"> | Schema<"Generation">) =>
    one.api_key_id === id && one.session_id === sessionId;
  const rows = data.generations.filter(({ record }) => isMeant(record));
  const named = { of: "session", budgetId: null, name: "X-Session-Budget" } as const;
  return limitOf(data, named, null, {
    limit,
    spent: chargedSince(rows, 0),
    held: heldOf(data, isMeant),
  });
}

/** Whom a request counts for besides its key. */
export interface Whom {
  readonly endUser: string | null;
  readonly tags: Schema<"Generation">["tags"];
}

export const unnamed: Whom = { endUser: null, tags: null };

/** A budget as it binds its workspace, one end user or one value of a tag. */
export function budgetLimit(data: WorldData, row: BudgetRow, whom: Whom): Limit {
  const { scope, id, name, tag, limit_reset: reset, workspace_id: workspace } = row.record;
  const tagName = tagNameOf(tag);
  const value = whom.tags?.[tagName];
  const isMeant = (one: {
    readonly external_user: string | null;
    readonly tags?: Whom["tags"];
  }) => {
    if (scope === "tag") return value !== undefined && one.tags?.[tagName] === value;
    return scope === "workspace" || one.external_user === whom.endUser;
  };
  const meant = requestsOfWorkspace(data, workspace).filter(({ record }) => isMeant(record));
  const named = {
    workspace: { of: "workspace", source: "workspace_budget" },
    end_user: { of: "end_user", source: "end_user_budget" },
    tag: { of: "tag", source: "tag_budget", tag: `${tagName}=${value}` },
  } as const;
  return limitOf(data, { ...named[scope], budgetId: id, name }, reset, {
    limit:
      toNanousd(row.record.limit) + (isRaised(data, row) ? toNanousd(row.record.raise ?? 0) : 0),
    spent: row.before + chargedSince(meant, periodStartMs(reset, nowOf(data))),
    held: heldOf(data, (one) => one.workspace_id === workspace && isMeant(one)),
  });
}

export function tagNameOf(tag: string | null): string {
  return tag?.split("=", 1)[0] ?? "";
}

/** A raise ends by itself. */
export function isRaised(data: WorldData, { record }: BudgetRow): boolean {
  return record.raise_until !== null && Date.parse(record.raise_until) > nowOf(data);
}

/** What requests under way hold of the credit. */
export function creditsHeld(data: WorldData): number {
  return heldOf(data, ({ uses_credits: counts }) => counts);
}

function heldOf({ holds = [] }: WorldData, isMeant: (one: Schema<"Hold">) => boolean): number {
  return holds.reduce((sum, one) => sum + (isMeant(one) ? toNanousd(one.amount) : 0), 0);
}

export function creditsUsed(data: WorldData): number {
  return data.credits.used + chargedSince(data.generations, 0);
}

function creditsLimit(data: WorldData): Limit[] {
  if (!data.credits.enforced) return [];
  const named = { of: "organisation", source: "credits", budgetId: null, name: "credits" } as const;
  return [
    limitOf(data, named, null, {
      limit: data.credits.granted,
      spent: creditsUsed(data),
      held: creditsHeld(data),
    }),
  ];
}

/** All that can refuse a key for lack of money, in the order in which they refuse. */
export function limitsOf(data: WorldData, key: KeyRow | null, whom: Whom): Limit[] {
  const own = key === null ? null : keyLimit(data, key);
  const budgets = key === null ? [] : budgetsFor(data, key.record.workspace_id, whom);
  const binding = budgets.map((row) => budgetLimit(data, row, whom));
  return [...(own === null ? [] : [own]), ...binding, ...creditsLimit(data)];
}

/** The budgets of an end user, of tags and of a workspace; one for a name stands before the one for each. */
export function budgetsFor(
  { budgets }: WorldData,
  workspace: string,
  { endUser, tags }: Whom,
): BudgetRow[] {
  const here = budgets.filter(({ record }) => record.workspace_id === workspace);
  const ofTags = Object.entries(tags ?? {}).map(([name, value]) => {
    const named = (tag: string) => here.find(({ record }) => record.tag === tag);
    return named(`${name}=${value}`) ?? named(name);
  });
  const ofUsers = here.filter(({ record }) => record.scope === "end_user");
  const ofUser =
    ofUsers.find(({ record }) => record.end_user === endUser) ??
    ofUsers.find(({ record }) => record.end_user === null);
  const ofWorkspace = here.find(({ record }) => record.scope === "workspace");
  return [endUser === null ? undefined : ofUser, ...ofTags, ofWorkspace].filter(
    (row) => row !== undefined,
  );
}
