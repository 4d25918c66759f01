import type { Schema } from "@portico/contract";
import { toUsd } from "@portico/core/rules/amounts";
import { toIso } from "@portico/core/rules/dates";
import { failureMessage, notRecorded } from "@portico/core/rules/generations";
import { wordOf } from "../../errors.ts";
import type { IoLogContent } from "../../secrets/io-log-seal.ts";
import type { BookedAttempt, GenerationRecord } from "../../store/ports/generation.ts";
import type { KeyRecord } from "../../store/ports/keys.ts";

/** The kinds of operation, in the words that client libraries know. */
const apiTypes = {
  embeddings: "embeddings",
  rerank: "rerank",
  responses: "completions",
  chat: "completions",
  messages: "completions",
} as const satisfies Record<GenerationRecord["operation"], string>;

export function toGeneration(
  record: GenerationRecord,
  keys: ReadonlyMap<number | null, KeyRecord>,
  content: IoLogContent | null = null,
): Schema<"Generation"> {
  const firstByteMs = record.firstTokenMs ?? record.latencyMs;
  return {
    id: record.generationId,
    request_id: null,
    // A free request is settled too, so no amount is pending.
    state: record.state === "released" ? "settled" : record.state,
    api_type: apiTypes[record.operation],
    model: record.model,
    provider_name: record.provider,
    attempts: record.attempts.length,
    provider_responses: attemptsOf(record),
    api_key_id: record.keyId,
    api_key_name: keys.get(record.keyId)?.name ?? null,
    workspace_id: record.workspaceId,
    http_referer: record.appUrl,
    app_title: record.appTitle,
    external_user: record.endUser,
    streamed: record.streamed,
    cancelled: record.status === 499,
    finish_reason: record.finishReason,
    native_finish_reason: record.finishReason,
    ...tokensOf(record),
    estimated: record.estimated,
    total_cost: toUsd(record.chargedNanousd),
    usage: toUsd(record.chargedNanousd),
    unbilled: toUsd(record.unbilledNanousd),
    held: toUsd(record.heldNanousd),
    is_byok: record.byok,
    upstream_inference_cost: toUsdOrNull(record.cost?.upstream ?? null),
    latency: firstByteMs,
    generation_time: Math.max(record.latencyMs - firstByteMs, 0),
    created_at: toIso(record.createdAtMs),
    settled_at: toIso(record.settledAtMs),
    error:
      record.errorKind === null
        ? null
        : { code: wordOf(record.errorKind), message: failureMessage(record.status) },
    cache_discount: record.discountNanousd === 0 ? null : toUsd(record.discountNanousd),
    ...notRecorded,
    operation: record.operation,
    status: record.status,
    session_id: record.sessionId,
    price: record.price,
    configuration_version: record.configurationVersion,
    tags: record.tags,
    cost_details: toCostDetails(record),
    content,
  };
}

function toCostDetails({ cost, unbilledNanousd }: GenerationRecord) {
  if (cost === null) return null;
  return {
    input_cost: toUsd(cost.input),
    output_cost: toUsd(cost.output),
    cache_read_cost: toUsd(cost.cacheRead),
    cache_write_cost: toUsd(cost.cacheWrite),
    discount: toUsd(cost.discount),
    unbilled: toUsd(unbilledNanousd),
    upstream_inference_cost: toUsdOrNull(cost.upstream),
  };
}

function toUsdOrNull(nanousd: number | null): number | null {
  return nanousd === null ? null : toUsd(nanousd);
}

function attemptsOf(record: GenerationRecord) {
  const billed = new Map(billedOf(record).map((attempt) => [attempt.attempt, attempt]));
  return record.attempts.map((attempt, place) => {
    const bill = billed.get(place);
    return {
      status: attempt.status,
      provider_name: attempt.provider,
      endpoint_id: `${attempt.provider}/${attempt.upstreamModel}`,
      is_byok: bill?.byok ?? false,
      ...(attempt.credential !== undefined && { credential: attempt.credential }),
      latency: attempt.latencyMs,
      start: attempt.startMs ?? null,
      tokens_prompt: bill?.inputTokens ?? 0,
      tokens_completion: bill?.outputTokens ?? 0,
      estimated: bill?.estimated ?? false,
      cost: toUsd(bill?.chargedNanousd ?? 0),
      thoughts_left_out: attempt.thoughtsLeftOut ?? 0,
      ...(attempt.toolCalls !== undefined && { tool_calls: attempt.toolCalls }),
      failure: attempt.failure === null ? null : wordOf(attempt.failure),
    };
  });
}

/** Each billed attempt. With only one, the record itself has all its facts. */
function billedOf(record: GenerationRecord): readonly BookedAttempt[] {
  const { billed, provider, upstreamModel } = record;
  if (billed.length > 0 || provider === null || upstreamModel === null) return billed;
  const isIts = (attempt: GenerationRecord["attempts"][number]) =>
    attempt.provider === provider && attempt.upstreamModel === upstreamModel;
  const attempt = record.attempts.findLastIndex(isIts);
  return [{ ...record, attempt, provider, upstreamModel }];
}

function tokensOf(record: GenerationRecord) {
  return {
    tokens_prompt: record.inputTokens,
    tokens_completion: record.outputTokens,
    native_tokens_prompt: record.inputTokens,
    native_tokens_completion: record.outputTokens,
    native_tokens_cached: record.cachedInputTokens,
    native_tokens_reasoning: record.reasoningTokens,
  };
}
