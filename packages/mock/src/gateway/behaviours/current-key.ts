import type { Output, Schema } from "@portico/contract/facts";
import { toUsd } from "@portico/core/rules/amounts";
import { toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { examplesOf } from "../pack.ts";
import { acting } from "../world/acting.ts";
import type { Caller } from "../world/callers.ts";
import type { KeyRow, WorldData } from "../world/data.ts";
import { callerGivenName } from "../world/key-text.ts";
import { shownKey } from "../world/keys.ts";
import { keyHeld, type Limit, limitsOf } from "../world/spending.ts";
import { organisationId } from "./credits.ts";

/** A key that stands for no other is shown as the contract's example. */
export const getCurrentKey = acting<"getCurrentKey">(200, ({ query, caller, world, call }) => {
  const { row } = caller;
  if (row === null) return examplesOf(call.pack, 200)[0]?.value as Output<"getCurrentKey">;
  const budgets = budgetsOf(world.data, row, callerGivenName(query.user));
  return { data: toCurrentKey(world.data, caller, row, budgets) };
});

function toCurrentKey(
  data: WorldData,
  caller: Caller,
  row: KeyRow,
  budgets: Schema<"KeyBudget">[],
): Schema<"CurrentKey"> {
  const key = shownKey(data, row);
  const isManaging = key.kind === "management";
  const { requests_per_minute: requests, tokens_per_minute: tokens } = key;
  const { max_requests_in_flight: inFlight } = key;
  return {
    ...pick(key, ["label", "name", "kind", "workspace_id", "creator_user_id", "limit"]),
    organization_id: organisationId,
    ...pick(key, ["limit_remaining", "limit_reset", "include_byok_in_limit"]),
    limit_resets_at: budgets.find((one) => one.limit_source === "key_limit")?.resets_at ?? null,
    held: toUsd(keyHeld(data, row)),
    ...pick(key, ["usage", "usage_daily", "usage_weekly", "usage_monthly"]),
    ...pick(key, ["byok_usage", "byok_usage_daily", "byok_usage_weekly", "byok_usage_monthly"]),
    budgets,
    rates: {
      requests: rateOf(requests),
      tokens: rateOf(tokens),
      requests_in_flight: inFlight === null ? null : { limit: inFlight, current: 0 },
    },
    ...pick(key, ["allowed_models", "allowed_providers", "data_collection", "zero_data_retention"]),
    requires_end_user: key.requires_end_user,
    ...pick(key, ["max_output_tokens", "max_requests_in_flight", "allowed_networks", "scope"]),
    allowed_data_regions: ["global"],
    is_free_tier: false,
    is_management_key: isManaging,
    is_provisioning_key: isManaging,
    rate_limit: {
      requests: requests ?? -1,
      interval: "60s",
      note: "See rates, which also says what is left.",
    },
    free_model_daily_requests: { limit: -1, remaining: -1, used: 0 },
    ...pick(key, ["created_at", "expires_at", "rotated_at"]),
    secret_expires_at: caller.secretEnds,
  };
}

/** Rates are shown, and nothing is counted against them. */
function rateOf(limit: number | null): Schema<"RateLeft"> {
  return limit === null ? null : { limit, remaining: limit, resets_at: toIso(Date.now()) };
}

function pick<Thing extends object, const Name extends keyof Thing>(
  thing: Thing,
  names: readonly Name[],
): Pick<Thing, Name> {
  return Object.fromEntries(names.map((name) => [name, thing[name]])) as Pick<Thing, Name>;
}

/** Those of which the least is left come first. A management key never spends. */
function budgetsOf(data: WorldData, row: KeyRow, endUser: string | null): Schema<"KeyBudget">[] {
  if (row.record.kind === "management") return [];
  return limitsOf(data, row, endUser)
    .toSorted((one, other) => one.left - other.left)
    .map((limit, index) => toBudget(limit, index === 0));
}

/** A key's holder may not read the organisation's balance. */
function toBudget(limit: Limit, bindsNext: boolean): Schema<"KeyBudget"> {
  const isHidden = limit.of === "organisation";
  const amount = (nanousd: number) => (isHidden ? null : toUsd(nanousd));
  return {
    limit_source: limit.source,
    budget_id: limit.budgetId,
    name: isHidden ? null : limit.name,
    limit: amount(limit.limit),
    limit_reset: limit.reset,
    spent: amount(limit.spent),
    held: amount(limit.held),
    remaining: amount(limit.left),
    resets_at: toIsoOrNull(limit.resetsAt),
    is_exhausted: limit.left === 0,
    binds_next: bindsNext,
  };
}
