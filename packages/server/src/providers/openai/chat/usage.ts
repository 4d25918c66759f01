import type { TokenUsage } from "@portico/core/model-call/parts";
import { countOf, type Fields, fieldsOf, positive } from "../../../json/json-shape.ts";

/** The usage of a chat completion in one form, from each vendor's names and counts; undefined where there is none. */
export function toTokenUsage(value: unknown): TokenUsage | undefined {
  const usage = fieldsOf(value);
  const inputTokens = countOf(usage["prompt_tokens"]);
  if (inputTokens === undefined) return undefined;

  const input = fieldsOf(usage["prompt_tokens_details"]);
  const output = fieldsOf(usage["completion_tokens_details"]);
  const completion = countOf(usage["completion_tokens"]) ?? 0;
  const reasoningTokens =
    countOf(output["reasoning_tokens"]) ?? countOf(usage["reasoning_tokens"]) ?? 0;
  return {
    inputTokens,
    outputTokens: completion + apart(usage, inputTokens, completion, reasoningTokens),
    // May exceed the input: some count what the whole conversation took from the cache.
    cachedInputTokens: cachedOf(usage, input),
    cacheWriteTokens: writtenOf(usage, input),
    reasoningTokens,
    ...positive("audioInputTokens", input["audio_tokens"]),
  };
}

/**
 * OpenAI counts reasoning among the completion tokens. xAI adds it only to the total, and Vercel's
 * gateway, for Gemini, to nothing.
 */
function apart(usage: Fields, input: number, completion: number, reasoning: number): number {
  const total = countOf(usage["total_tokens"]) ?? 0;
  const onTop = reasoning > completion || total === input + completion + reasoning;
  return onTop ? reasoning : 0;
}

/** Alibaba counts them among the details: https://www.alibabacloud.com/help/en/model-studio/context-cache */
function writtenOf(usage: Fields, input: Fields): number {
  return (
    countOf(input["cache_write_tokens"]) ??
    countOf(input["cache_creation_input_tokens"]) ??
    countOf(usage["cache_creation_input_tokens"]) ??
    0
  );
}

function cachedOf(usage: Fields, input: Fields): number {
  return (
    countOf(input["cached_tokens"]) ??
    countOf(usage["prompt_cache_hit_tokens"]) ??
    countOf(usage["cached_tokens"]) ??
    countOf(usage["num_cached_tokens"]) ??
    0
  );
}
