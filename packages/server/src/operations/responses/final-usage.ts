import type { RespondCall, TokenUsage } from "../../providers/provider.ts";
import type { Answer } from "../../responses/answer.ts";
import { countTokens } from "./count-tokens.ts";
import { estimateInputTokens } from "./input-bound.ts";

export interface FinalUsage {
  readonly usage: TokenUsage;
  /** Counted by us, at least in part, because the upstream did not say. */
  readonly estimated: boolean;
}

type Asked = Pick<RespondCall, "instructions" | "conversation" | "tools" | "textFormat">;

/**
 * What an answer used. An upstream that came to its end has said so; where it was cut or left, what came
 * after its last word on usage is counted, and where it never said anything, the input too.
 */
export async function finalUsage(
  answer: Answer,
  asked: Asked,
  isWhole: boolean,
): Promise<FinalUsage> {
  const { usage, uncounted } = answer;
  const rest = uncounted.text !== "" || uncounted.thoughts !== "";
  if (usage !== undefined && (isWhole || !rest)) return { usage, estimated: !isWhole };
  const thoughts = await countTokens(uncounted.thoughts, "o200k_base");
  const output = thoughts + (await countTokens(uncounted.text, "o200k_base"));
  return {
    usage: {
      inputTokens: usage?.inputTokens ?? (await estimateInputTokens(asked)),
      outputTokens: (usage?.outputTokens ?? 0) + output,
      cachedInputTokens: usage?.cachedInputTokens ?? 0,
      cacheWriteTokens: usage?.cacheWriteTokens ?? 0,
      reasoningTokens: (usage?.reasoningTokens ?? 0) + thoughts,
    },
    estimated: true,
  };
}
