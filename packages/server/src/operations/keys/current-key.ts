import type { Input, Schema } from "@portico/contract";
import { toUsd } from "@portico/core/rules/amounts";
import { toCurrentKey } from "@portico/core/rules/current-key";
import { toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { limitSource } from "@portico/core/rules/spent-limit";
import { tagIn } from "@portico/core/rules/tags";
import type { Caller } from "../../caller.ts";
import { GatewayError } from "../../errors.ts";
import type { LimitState } from "../../store/ports/budgets.ts";
import type { OwnKey } from "../../store/ports/keys.ts";
import type { RateState } from "../../store/ports/money.ts";
import type { Gateway } from "../gateway.ts";
import { type Operation, ok } from "../operation.ts";
import { callerGivenName } from "../paid-call/session.ts";
import { toApiKey } from "./api-key-wire.ts";

/** Everything is read from the store for this request, so that nothing is older than the last booked one. */
export const getCurrentKey: Operation<"getCurrentKey"> = async ({ query }, { caller, gateway }) => {
  // People are refused before: this operation has no role.
  if (caller.keyId === null) throw new GatewayError("wrongKeyKind");
  const own = await gateway.store.keys.own(caller.keyId);
  // It was deleted after this request was authenticated.
  if (own === null) throw new GatewayError("unauthenticated");
  const budgets = await keyBudgets(gateway, caller, query);
  const { record, byokUsage } = own;
  const key = {
    ...toApiKey(record),
    byok_usage: toUsd(byokUsage.all),
    byok_usage_daily: toUsd(byokUsage.day),
    byok_usage_weekly: toUsd(byokUsage.week),
    byok_usage_monthly: toUsd(byokUsage.month),
  };
  const circumstances = {
    organization_id: caller.organisationId,
    heldNanousd: record.heldNanousd,
    budgets,
    rates: ratesOf(own),
    secret_expires_at: toIsoOrNull(caller.secretExpiresAtMs),
  };
  return ok({ data: toCurrentKey(key, circumstances) });
};

function ratesOf({ record, requests, tokens, requestsInFlight }: OwnKey): Schema<"KeyRates"> {
  const limit = record.maxRequestsInFlight;
  return {
    requests: toRateLeft(requests),
    tokens: toRateLeft(tokens),
    requests_in_flight:
      limit === null || requestsInFlight === null ? null : { limit, current: requestsInFlight },
  };
}

function toRateLeft(rate: RateState | null): Schema<"RateLeft"> {
  if (rate === null) return null;
  const { limit, remaining, resetMs } = rate;
  return { limit, remaining, resets_at: toIso(Date.now() + resetMs) };
}

type KeyBudget = Schema<"KeyBudget">;

/**
 * All that can refuse a key for lack of money, those of which the least is left first. A management key never spends.
 */
async function keyBudgets(
  gateway: Gateway,
  caller: Caller,
  { user, tag: sent }: Input<"getCurrentKey">["query"],
): Promise<KeyBudget[]> {
  if (caller.kind === "management") return [];
  const tag = tagIn(sent, callerGivenName);
  const limits = await gateway.store.budgets.bindingFor(
    caller.keyId,
    callerGivenName(user),
    tag === undefined ? null : { [tag.name]: tag.value },
  );
  const all = limits.map((limit) => ({ left: limit.remainingNanousd, shown: toBudget(limit) }));
  if (gateway.creditsEnforced) all.push(await creditsOf(gateway, caller));
  const [next, ...others] = all.toSorted((one, other) => one.left - other.left);
  if (next === undefined) return [];
  return [{ ...next.shown, binds_next: true }, ...others.map(({ shown }) => shown)];
}

function toBudget(limit: LimitState): KeyBudget {
  return {
    limit_source: limitSource(limit.of),
    budget_id: limit.budgetId,
    name: limit.name,
    limit: toUsd(limit.limitNanousd),
    limit_reset: limit.limitReset,
    spent: toUsd(limit.spentNanousd),
    held: toUsd(limit.heldNanousd),
    remaining: toUsd(limit.remainingNanousd),
    resets_at: toIsoOrNull(limit.resetsAtMs),
    is_exhausted: limit.remainingNanousd === 0,
    binds_next: false,
  };
}

/** Without amounts: a key's holder may not read the organisation's balance, and a 402 does not say it either. */
async function creditsOf(
  { store }: Gateway,
  { organisationId }: Caller,
): Promise<{ readonly left: number; readonly shown: KeyBudget }> {
  const { grantedNanousd, usedNanousd, heldNanousd } = await store.money.credits(organisationId);
  const left = Math.max(grantedNanousd - usedNanousd - heldNanousd, 0);
  const hidden = { limit: null, limit_reset: null, spent: null, held: null, remaining: null };
  const shown = {
    limit_source: limitSource("organisation"),
    budget_id: null,
    name: null,
    ...hidden,
    resets_at: null,
    is_exhausted: left === 0,
    binds_next: false,
  };
  return { left, shown };
}
