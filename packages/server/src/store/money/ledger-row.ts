import type { Tags } from "@portico/core/rules/tags";
import { toFlag, toJson, toText, toTextOrNull } from "../fields.ts";
import type { GenerationFacts } from "../ports/generation.ts";
import type { Settlement } from "../ports/money.ts";
import type { LedgerRow } from "../schema.ts";
import { activityGroupId } from "./activity-group.ts";

/** The fields of a ledger row that the settlement knows; the rest comes from the hold and the key. */
export type SettledFields = Omit<
  LedgerRow,
  | "held_nanousd"
  | "charged_nanousd"
  | "unbilled_nanousd"
  | "uses_credits"
  | "charged_day"
  | "created_at_ms"
  | "refunded_nanousd"
>;

/** A settlement, or a hold that is charged without one. */
export type Booking = Omit<Settlement, "state"> & Pick<LedgerRow, "state">;

/** No real count is larger, and sums of these stay exact integers. */
const mostTokens = 2 ** 31;

export function toCount(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), mostTokens);
}

/** An archived row of before has no such column. */
export function readTags(tags: string | null | undefined): Tags | null {
  return tags ? JSON.parse(tags) : null;
}

export function toFactFields(facts: GenerationFacts) {
  return {
    operation: facts.operation,
    model: toText(facts.model),
    provider: toTextOrNull(facts.provider),
    upstream_model: toTextOrNull(facts.upstreamModel),
    byok: toFlag(facts.byok),
    streamed: toFlag(facts.streamed),
    input_tokens: toCount(facts.inputTokens),
    output_tokens: toCount(facts.outputTokens),
    cached_input_tokens: toCount(facts.cachedInputTokens),
    reasoning_tokens: toCount(facts.reasoningTokens),
    estimated: toFlag(facts.estimated),
    finish_reason: toTextOrNull(facts.finishReason),
    status: facts.status,
    error_kind: toTextOrNull(facts.errorKind),
    discount_nanousd: facts.discountNanousd,
    latency_ms: toCount(facts.latencyMs),
    first_token_ms: facts.firstTokenMs === null ? null : toCount(facts.firstTokenMs),
    attempts: toText(JSON.stringify(facts.attempts)),
    app_url: toTextOrNull(facts.appUrl),
    app_title: toTextOrNull(facts.appTitle),
    end_user: toTextOrNull(facts.endUser),
    session_id: toTextOrNull(facts.sessionId),
    price: toTextOrNull(facts.price),
    input_nanousd: facts.cost?.input ?? null,
    output_nanousd: facts.cost?.output ?? null,
    cache_read_nanousd: facts.cost?.cacheRead ?? null,
    cache_write_nanousd: facts.cost?.cacheWrite ?? null,
    upstream_nanousd: facts.cost?.upstream ?? null,
    configuration_version: facts.configurationVersion,
    tags: toJson(facts.tags),
  };
}

export function toSettledFields(settlement: Booking): SettledFields {
  const facts = toFactFields(settlement.facts);
  return {
    request_id: settlement.generationId,
    key_id: settlement.keyId,
    organisation_id: settlement.organisationId,
    workspace_id: settlement.workspaceId,
    state: settlement.state,
    settled_at_ms: settlement.nowMs,
    group_id: activityGroupId(
      {
        keyId: settlement.keyId,
        workspaceId: settlement.workspaceId,
        model: facts.model,
        provider: facts.provider,
        appUrl: facts.app_url,
        appTitle: facts.app_title,
      },
      settlement.nowMs,
    ),
    ...facts,
  };
}

/** The charge: nothing for a released hold, and never more than was held. */
export function chargeOf(
  { state, costNanousd }: Pick<Booking, "state" | "costNanousd">,
  heldNanousd: number,
): { readonly chargedNanousd: number; readonly unbilledNanousd: number } {
  const cost = state === "released" ? 0 : costNanousd;
  const chargedNanousd = Math.min(cost, heldNanousd);
  return { chargedNanousd, unbilledNanousd: cost - chargedNanousd };
}
