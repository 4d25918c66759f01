import type { Answer } from "@portico/core/answer/answer";
import type { Written } from "@portico/core/answer/answer-tally";
import type { TokenUsage } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Billed } from "../paid-call/charge.ts";
import { estimateTokens, type TokenBound } from "./bound-input-tokens.ts";
import { estimateInputTokens } from "./input-bound.ts";

type CountedCall = Pick<RespondCall, "instructions" | "conversation" | "tools" | "textFormat">;

export interface Ended {
  readonly answer: Answer;
  readonly asked: CountedCall;
  readonly tokenBound: TokenBound;
  /** Of an answer that had begun and could not be read. */
  readonly unreadBytes?: number;
}

type FinalUsage = { readonly usage: TokenUsage } & Pick<Billed, "isEstimated">;

/** JSON around a text is mostly text: a quarter of the bytes is as good a guess as any. */
const bytesOfToken = 4;

/** Upstreams that stream token by token send parts of no more than this on average. */
const charactersOfToken = 10;

/**
 * The usage of an answer. A complete answer has the upstream's own count. Where it was cut or left, the output after
 * the upstream's last count is added; where there never was a count, the input too.
 */
export function finalUsage(ended: Ended): FinalUsage | Promise<FinalUsage> {
  const { usage, uncounted, isWhole } = ended.answer;
  const hasRest = uncounted.shown.parts > 0 || uncounted.thoughts.parts > 0;
  return usage !== undefined && (isWhole || !hasRest)
    ? { usage: { ...usage, ...calledIn(ended.answer) }, isEstimated: !isWhole }
    : estimate(ended);
}

/** As the vendor says; else as its answer shows. */
function calledIn({ usage, uncounted }: Answer): Pick<TokenUsage, "toolCalls"> {
  const toolCalls = usage?.toolCalls ?? uncounted.toolCalls;
  return toolCalls === undefined ? {} : { toolCalls };
}

async function estimate({
  answer,
  asked,
  tokenBound,
  unreadBytes = 0,
}: Ended): Promise<FinalUsage> {
  const { usage, uncounted } = answer;
  const thoughts = await countOutput(uncounted.thoughts, tokenBound);
  const unread = Math.ceil(unreadBytes / bytesOfToken);
  const output = thoughts + unread + (await countOutput(uncounted.shown, tokenBound));
  return {
    usage: {
      inputTokens: usage?.inputTokens ?? (await estimateInputTokens(asked, tokenBound)),
      outputTokens: (usage?.outputTokens ?? 0) + output,
      cachedInputTokens: usage?.cachedInputTokens ?? 0,
      cacheWriteTokens: usage?.cacheWriteTokens ?? 0,
      reasoningTokens: (usage?.reasoningTokens ?? 0) + thoughts,
      ...(usage?.serviceTier !== undefined && { serviceTier: usage.serviceTier }),
      ...calledIn(answer),
    },
    isEstimated: true,
  };
}

/** Most upstreams send each token as a part of its own; then the number of parts is the exact count. */
async function countOutput({ text, parts }: Written, tokenBound: TokenBound): Promise<number> {
  return text.length <= parts * charactersOfToken ? parts : await estimateTokens(text, tokenBound);
}
