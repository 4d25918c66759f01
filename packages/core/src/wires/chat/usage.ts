import type { Schema } from "@portico/contract/facts";
import { costFields } from "../../answer/cost.ts";
import type { Charged } from "../../answer/wire.ts";

export function toUsage(charged: Charged): Schema<"ChatUsage"> {
  const { usage } = charged;
  const { inputTokens, outputTokens, audioInputTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: {
      cached_tokens: usage.cachedInputTokens,
      cache_write_tokens: usage.cacheWriteTokens,
      ...(audioInputTokens !== undefined && { audio_tokens: audioInputTokens }),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    ...costFields(charged),
  };
}
