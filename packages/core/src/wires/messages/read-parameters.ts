import type { Schema } from "@portico/contract/facts";
import type { RespondCall } from "../../model-call/respond-call.ts";

type Request = Schema<"MessagesRequest">;

type Parameters = Pick<
  RespondCall,
  "maxOutputTokens" | "temperature" | "topP" | "topK" | "stop" | "serviceTier" | "user"
>;

export function readParameters(body: Request): Parameters {
  const { stop_sequences: stop, service_tier: serviceTier } = body;
  const user = body.metadata?.user_id;
  return {
    maxOutputTokens: body.max_tokens,
    ...(typeof body.temperature === "number" && { temperature: body.temperature }),
    ...(isGiven(body.top_p) && { topP: body.top_p }),
    ...(isGiven(body.top_k) && { topK: body.top_k }),
    ...(stop && stop.length > 0 && { stop }),
    ...(serviceTier && !usualTiers.has(serviceTier) && { serviceTier }),
    ...(user && { user }),
  };
}

/** Some client libraries send -1 for a parameter that their caller has left out. */
function isGiven(value: number | null | undefined): value is number {
  return typeof value === "number" && value >= 0;
}

/** Tiers that every upstream serves by default. */
const usualTiers: ReadonlySet<string> = new Set(["auto", "default", "standard_only"]);

/** The optional parameters that a request sets and that change its answer, under the names that `require_parameters` knows. */
export function parameterNames(body: Request): string[] {
  const { tool_choice: choice, output_config: config, thinking, service_tier: tier } = body;
  const isSet: Readonly<Record<string, unknown>> = {
    max_output_tokens: true,
    temperature: typeof body.temperature === "number",
    top_p: isGiven(body.top_p),
    top_k: isGiven(body.top_k),
    stop: body.stop_sequences?.length,
    tools: body.tools?.length,
    tool_choice: choice && choice.type !== "auto",
    parallel_tool_calls: choice?.disable_parallel_tool_use,
    service_tier: tier && !usualTiers.has(tier),
    reasoning: config?.effort || (thinking && thinking.type !== "disabled"),
    text: config?.format,
  };
  return Object.keys(isSet).filter((name) => isSet[name]);
}

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
