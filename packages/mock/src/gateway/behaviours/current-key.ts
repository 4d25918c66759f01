import type { Schema } from "@portico/contract/facts";
import { toUsd } from "@portico/core/rules/amounts";
import { toCurrentKey } from "@portico/core/rules/current-key";
import { toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { tagIn } from "@portico/core/rules/tags";
import { acting } from "../world/acting.ts";
import type { KeyRow, WorldData } from "../world/data.ts";
import { callerGivenName } from "../world/key-text.ts";
import { shownKey } from "../world/keys.ts";
import { nowOf } from "../world/now.ts";
import { keyHeld, type Limit, limitsOf, type Whom } from "../world/spending.ts";
import { organisationId } from "./credits.ts";

/** A key that stands for no other is shown as the contract's example. */
export const getCurrentKey = acting<"getCurrentKey">(200, ({ query, caller, world, example }) => {
  const { row } = caller;
  if (row === null) return example();
  const key = shownKey(world.data, row);
  const { requests_per_minute: requests, tokens_per_minute: tokens } = key;
  const { max_requests_in_flight: inFlight } = key;
  const tag = tagIn(query.tag, callerGivenName);
  const circumstances = {
    organization_id: organisationId,
    heldNanousd: keyHeld(world.data, row),
    budgets: budgetsOf(world.data, row, {
      endUser: callerGivenName(query.user),
      tags: tag === undefined ? null : { [tag.name]: tag.value },
    }),
    rates: {
      requests: rateOf(world.data, requests),
      tokens: rateOf(world.data, tokens),
      requests_in_flight: inFlight === null ? null : { limit: inFlight, current: 0 },
    },
    secret_expires_at: caller.secretEnds,
  };
  return { data: toCurrentKey(key, circumstances) };
});

/** Rates are shown, and nothing is counted against them. */
function rateOf(data: WorldData, limit: number | null): Schema<"RateLeft"> {
  return limit === null ? null : { limit, remaining: limit, resets_at: toIso(nowOf(data)) };
}

/** Those of which the least is left come first. A management key never spends. */
function budgetsOf(data: WorldData, row: KeyRow, whom: Whom): Schema<"KeyBudget">[] {
  if (row.record.kind === "management") return [];
  return limitsOf(data, row, whom)
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
