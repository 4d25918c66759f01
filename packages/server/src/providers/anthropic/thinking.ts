import type { RespondCall } from "@portico/core/model-call/respond-call";
import { type Conversation, turnGoingOn } from "../conversation/conversation.ts";
import type { Claude } from "./claude.ts";

export type Thinking =
  | { readonly type: "enabled"; readonly budget_tokens: number }
  | { readonly type: "adaptive"; readonly display: "summarized" };

const leastBudgetTokens = 1024;
/** The part of the maximum that must be left for the answer itself. */
const answerTokens = 512;

/** The share of the maximum that an effort may spend on thoughts. */
const shares: Readonly<Record<string, number>> = {
  minimal: 0.1,
  low: 0.2,
  medium: 0.5,
  high: 0.8,
  xhigh: 0.9,
  max: 0.95,
};

/**
 * Thinking as the caller wants it, or none where the request would be invalid with it: with a forced
 * tool, after a started answer, and (with a budget) between calls whose thoughts are missing.
 * https://docs.claude.com/en/docs/build-with-claude/extended-thinking
 */
export function thinkingFor(
  claude: Claude,
  call: RespondCall,
  conversation: Conversation,
  maxTokens: number,
): Thinking | undefined {
  const wanted = wantedShare(claude, call);
  const forced = call.toolChoice !== "auto" && call.toolChoice !== "none";
  if (wanted === undefined || forced || claude.thinking === "none") return undefined;

  if (conversation.messages.at(-1)?.role === "assistant") return undefined;

  if (claude.thinking === "adaptive") return { type: "adaptive", display: "summarized" };

  const budget = budgetWithin(maxTokens, call.reasoning?.maxTokens ?? wanted * maxTokens);
  return budget === undefined || lacksThoughts(conversation)
    ? undefined
    : { type: "enabled", budget_tokens: budget };
}

/**
 * A turn that continues must begin with a thought. Without interleaved thinking only its first message has one; a turn
 * that began at another vendor has one later.
 */
function lacksThoughts(conversation: Conversation): boolean {
  const turn = turnGoingOn(conversation);
  const ends = turn.length === 0 ? [] : [turn[0], turn.at(-1)];
  return ends.length > 0 && ends.every((message) => message?.entries[0]?.type !== "thought");
}

/** Effort in the words of the models that think adaptively. */
export function effortFor(claude: Claude, call: RespondCall): string | undefined {
  const effort = call.reasoning?.effort;
  switch (effort) {
    case "minimal":
      return "low";
    case "low":
    case "medium":
    case "high":
    case "max":
      return effort;
    case "xhigh":
      return claude.topEffort;
    default:
      return undefined;
  }
}

function wantedShare(claude: Claude, call: RespondCall): number | undefined {
  const { effort, maxTokens } = call.reasoning ?? {};
  if (effort === "none" || maxTokens === 0) return undefined;

  if (effort === undefined) {
    // A model that thinks by default is only asked to show its thoughts, at no extra cost.
    const isShown = claude.thinksUnasked && call.thoughts?.text === true;
    return maxTokens === undefined && !isShown ? undefined : 0;
  }
  return shares[effort] ?? shares["medium"];
}

function budgetWithin(maxTokens: number, wanted: number): number | undefined {
  const most = maxTokens - answerTokens;
  return most < leastBudgetTokens
    ? undefined
    : Math.max(leastBudgetTokens, Math.min(Math.floor(wanted), most));
}
