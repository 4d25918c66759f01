import type { Schema } from "@portico/contract";
import type { Charged, UpstreamCost } from "../../answer/wire.ts";

const nanousdPerUsd = 1e9;

/** No number in it is ever null: client libraries refuse the whole reply for one. */
export function toUsage({ usage, chargedNanousd, upstream }: Charged): Schema<"ChatUsage"> {
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
    cost: usd(chargedNanousd),
    ...(upstream !== undefined && { cost_details: toDetails(upstream), is_byok: upstream.isByok }),
  };
}

function toDetails({ isByok, inputNanousd, outputNanousd }: UpstreamCost) {
  return {
    upstream_inference_cost: isByok ? usd(inputNanousd + outputNanousd) : null,
    upstream_inference_prompt_cost: usd(inputNanousd),
    upstream_inference_completions_cost: usd(outputNanousd),
  };
}

function usd(nanousd: number): number {
  return nanousd / nanousdPerUsd;
}
