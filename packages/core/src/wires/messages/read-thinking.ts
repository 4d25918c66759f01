import type { Schema } from "@portico/contract/facts";
import type { RespondCall } from "../../model-call/respond-call.ts";

type Conversation = Schema<"MessagesConversation">;

/** What adaptive thinking means where no effort is given. */
const usualEffort = "high";

/** How much the model should think, and what the caller sees of it. */
export function readThinking({
  thinking,
  output_config: config,
}: Pick<Conversation, "thinking" | "output_config">): Pick<RespondCall, "reasoning" | "thoughts"> {
  const effort = config?.effort || undefined;
  if (!thinking || thinking.type === "disabled")
    return effort === undefined || thinking ? {} : { reasoning: { effort } };
  const thoughts = { text: thinking.display !== "omitted", carriers: true };
  return "budget_tokens" in thinking && typeof thinking.budget_tokens === "number"
    ? { thoughts, reasoning: { maxTokens: thinking.budget_tokens, ...(effort && { effort }) } }
    : { thoughts, reasoning: { effort: effort ?? usualEffort } };
}
