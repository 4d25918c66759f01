import type { AttemptFact } from "../../model-call/attempt-fact.ts";
import type { CostDetails, GenerationRecord } from "../ports/generation.ts";
import type { LedgerAttemptRow, LedgerRow } from "../schema.ts";
import { toBooked } from "./billed-attempts.ts";

export function toGenerationRecord(
  row: LedgerRow,
  billed: readonly LedgerAttemptRow[],
): GenerationRecord {
  // This program wrote the JSON from the same type.
  const attempts: readonly AttemptFact[] = JSON.parse(row.attempts);
  return {
    generationId: row.request_id,
    keyId: row.key_id,
    workspaceId: row.workspace_id,
    state: row.state,
    heldNanousd: row.held_nanousd,
    chargedNanousd: row.charged_nanousd,
    unbilledNanousd: row.unbilled_nanousd,
    billed: billed.map(toBooked),
    createdAtMs: row.created_at_ms,
    settledAtMs: row.settled_at_ms,
    operation: row.operation,
    model: row.model,
    provider: row.provider,
    upstreamModel: row.upstream_model,
    byok: row.byok === 1,
    streamed: row.streamed === 1,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cachedInputTokens: row.cached_input_tokens,
    reasoningTokens: row.reasoning_tokens,
    estimated: row.estimated === 1,
    finishReason: row.finish_reason,
    status: row.status,
    errorKind: row.error_kind,
    discountNanousd: row.discount_nanousd,
    cost: toCost(row),
    price: row.price,
    endUser: row.end_user,
    sessionId: row.session_id,
    latencyMs: row.latency_ms,
    firstTokenMs: row.first_token_ms,
    attempts,
    appUrl: row.app_url,
    appTitle: row.app_title,
  };
}

function toCost(row: LedgerRow): CostDetails | null {
  const { input_nanousd: input, output_nanousd: output } = row;
  if (input === null || output === null) return null;
  return {
    input,
    output,
    cacheRead: row.cache_read_nanousd ?? 0,
    cacheWrite: row.cache_write_nanousd ?? 0,
    discount: row.discount_nanousd,
    upstream: row.upstream_nanousd,
  };
}
