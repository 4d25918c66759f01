import type { Schema } from "@portico/contract";
import { toUsd } from "@portico/core/rules/amounts";
import { toIsoOrNull } from "@portico/core/rules/dates";
import { limitSource } from "../../access/spent-limit.ts";
import type { Caller } from "../../caller.ts";
import type { LimitState } from "../../store/ports/budgets.ts";
import type { Gateway } from "../gateway.ts";

type KeyBudget = Schema<"KeyBudget">;

/**
 * All that can refuse a key for lack of money, those of which the least is left first. A management key never spends.
 */
export async function keyBudgets(
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
