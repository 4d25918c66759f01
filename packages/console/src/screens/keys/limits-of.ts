import type { Schema } from "@portico/client";

type Key = Pick<
  Schema<"ApiKey">,
  | "name"
  | "kind"
  | "workspace_id"
  | "limit"
  | "limit_remaining"
  | "limit_reset"
  | "usage"
  | "usage_daily"
  | "usage_weekly"
  | "usage_monthly"
>;
type Budget = Pick<Schema<"Budget">, "id" | "name" | "scope" | "workspace_id" | "state">;

export interface Limit {
  readonly limit: number;
  readonly spent: number;
  readonly held: number;
  readonly remaining: number;
}

/** The key's own limit with what was spent of it in its period. What is neither spent nor left is held. */
export function ownLimitOf(key: Key): Limit | null {
  const { limit, limit_remaining: remaining } = key;
  if (limit === null || remaining === null) return null;
  const spent = spentInPeriod(key);
  return { limit, spent, remaining, held: nanodollars(Math.max(0, limit - spent - remaining)) };
}

function spentInPeriod(key: Key): number {
  switch (key.limit_reset) {
    case "daily":
      return key.usage_daily;
    case "weekly":
      return key.usage_weekly;
    case "monthly":
      return key.usage_monthly;
    default:
      return key.usage;
  }
}

/** Amounts are whole nanodollars: what a subtraction of fractions adds is taken away. */
function nanodollars(amount: number): number {
  return Math.round(amount * 1e9) / 1e9;
}

/** One limit that can refuse the key's requests, with what is left of it. */
export interface BindingLimit extends Pick<Limit, "remaining"> {
  readonly source: "key" | "workspace" | "credits";
  readonly name: string | null;
  readonly budgetId: string | null;
  readonly limit: Limit | null;
}

interface Around {
  readonly budgets: readonly Budget[];
  readonly credits: Schema<"Credits"> | undefined;
}

/** All that can refuse a key for lack of money, least left first. The first one binds next. */
export function bindingLimits(key: Key, { budgets, credits }: Around): readonly BindingLimit[] {
  if (key.kind === "management") return [];
  const own = ownLimitOf(key);
  const found: BindingLimit[] = [];
  if (own !== null)
    found.push({ source: "key", name: key.name, budgetId: null, limit: own, ...leftOf(own) });
  for (const { id, name, scope, workspace_id: workspace, state } of budgets)
    if (scope === "workspace" && workspace === key.workspace_id && state !== null)
      found.push({ source: "workspace", name, budgetId: id, limit: state, ...leftOf(state) });
  if (credits?.enforced === true)
    found.push({
      source: "credits",
      name: null,
      budgetId: null,
      limit: null,
      remaining: credits.remaining,
    });
  return found.toSorted((one, other) => one.remaining - other.remaining);
}

function leftOf({ remaining }: Pick<Limit, "remaining">) {
  return { remaining };
}
