import type { Schema } from "@portico/contract";
import { toUsd } from "@portico/core/rules/amounts";
import { toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { limitSource } from "../../access/spent-limit.ts";
import type { Caller } from "../../caller.ts";
import { GatewayError } from "../../errors.ts";
import type { LimitState } from "../../store/ports/budgets.ts";
import type { OwnKey } from "../../store/ports/keys.ts";
import type { RateState } from "../../store/ports/money.ts";
import type { Gateway } from "../gateway.ts";
import { type Operation, ok } from "../operation.ts";
import { callerGivenName } from "../paid-call/caller-given-name.ts";
import { toApiKey, toWireRights } from "./api-key-wire.ts";

/** Everything is read from the store for this request, so that nothing is older than the last booked one. */
export const getCurrentKey: Operation<"getCurrentKey"> = async ({ query }, { caller, gateway }) => {
  // People are refused before: this operation has no role.
  if (caller.keyId === null) throw new GatewayError("wrongKeyKind");
  const own = await gateway.store.keys.own(caller.keyId);
  // It was deleted after this request was authenticated.
  if (own === null) throw new GatewayError("unauthenticated");
  const budgets = await keyBudgets(gateway, caller, callerGivenName(query.user));
  return ok({ data: toCurrentKey(caller, own, budgets) });
};

function toCurrentKey(
  caller: Caller,
  own: OwnKey,
  budgets: Schema<"KeyBudget">[],
): Schema<"CurrentKey"> {
  const { record } = own;
  const key = toApiKey(record);
  const isManaging = record.kind === "management";
  return {
    label: key.label,
    name: key.name,
    kind: key.kind,
    workspace_id: key.workspace_id,
    organization_id: caller.organisationId,
    creator_user_id: key.creator_user_id,
    limit: key.limit,
    limit_remaining: key.limit_remaining,
    limit_reset: key.limit_reset,
    limit_resets_at: budgets.find(isOfKey)?.resets_at ?? null,
    held: toUsd(record.heldNanousd),
    include_byok_in_limit: key.include_byok_in_limit,
    usage: key.usage,
    usage_daily: key.usage_daily,
    usage_weekly: key.usage_weekly,
    usage_monthly: key.usage_monthly,
    byok_usage: toUsd(own.byokUsage.all),
    byok_usage_daily: toUsd(own.byokUsage.day),
    byok_usage_weekly: toUsd(own.byokUsage.week),
    byok_usage_monthly: toUsd(own.byokUsage.month),
    budgets,
    rates: ratesOf(own),
    ...toWireRights(record),
    allowed_data_regions: ["global"],
    is_free_tier: false,
    is_management_key: isManaging,
    is_provisioning_key: isManaging,
    rate_limit: {
      requests: record.requestsPerMinute ?? -1,
      interval: "60s",
      note: "See rates, which also says what is left.",
    },
    free_model_daily_requests: { limit: -1, remaining: -1, used: 0 },
    created_at: key.created_at,
    expires_at: key.expires_at,
    rotated_at: key.rotated_at,
    secret_expires_at: toIsoOrNull(caller.secretExpiresAtMs),
  };
}

function isOfKey({ limit_source: source }: Schema<"KeyBudget">): boolean {
  return source === "key_limit";
}

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
  endUser: string | null,
): Promise<KeyBudget[]> {
  if (caller.kind === "management") return [];
  const limits = await gateway.store.budgets.bindingFor(caller.keyId, endUser);
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
