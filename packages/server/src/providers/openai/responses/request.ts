import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Fields } from "../../../json/json-shape.ts";
import { refusedByOpenAi } from "../chat/vendor-quirks.ts";
import { toInputItems } from "./input.ts";
import { thoughtsThatLed } from "./reasoning-item.ts";

/**
 * The body of a request for a response. This API has no seed, stop, penalties or top_k.
 * https://platform.openai.com/docs/api-reference/responses/create
 */
export function toResponsesRequest(call: RespondCall, family = "openai"): Fields {
  const refused = refusedByOpenAi(call.model);
  const reasons = thinks(call.model, refused);
  const thoughts = thoughtsThatLed(reasons ? call.conversation : []);
  const body: Record<string, unknown> = {
    model: call.model,
    input: call.conversation.flatMap((turn) =>
      toInputItems(turn, thoughts.has(turn) ? family : undefined),
    ),
    // Our interface is stateless; nothing shall be kept anywhere else either.
    store: false,
    ...toTools(call),
    ...present({
      instructions: call.instructions,
      max_output_tokens: call.maxOutputTokens,
      temperature: call.temperature,
      top_p: call.topP,
      reasoning: toReasoning(call, family, reasons),
      include:
        reasons && call.thoughts?.carriers === true ? ["reasoning.encrypted_content"] : undefined,
      prompt_cache_key: call.cacheKey,
      // xAI keeps what it keeps: https://docs.x.ai/developers/advanced-api-usage/prompt-caching
      prompt_cache_retention: family === "xai" ? undefined : call.cacheRetention,
      text: toText(call, refused),
      service_tier: call.serviceTier,
      user: call.user,
      stream: call.stream ? true : undefined,
    }),
  };
  for (const parameter of refused) delete body[parameter];

  return body;
}

/** Whether the model may have thoughts: one without refuses to be asked for them, and to be shown any. */
function thinks(model: string, refused: readonly string[]): boolean {
  return !(refused.includes("reasoning") || /(^|\/)gpt-5[^/]*-chat/.test(model));
}

function toReasoning(
  { reasoning, thoughts }: RespondCall,
  family: string,
  reasons: boolean,
): Fields | undefined {
  // xAI sends summaries unasked.
  const asksSummary = thoughts?.text === true && reasons && family !== "xai";
  const fields = present({
    effort: reasoning?.effort,
    summary: asksSummary ? "auto" : undefined,
  });
  return Object.keys(fields).length === 0 ? undefined : fields;
}

function toTools(call: RespondCall): Fields {
  if (call.tools.length === 0) return {};

  const { toolChoice } = call;
  return {
    tools: call.tools.map((tool) => ({
      type: "function",
      name: tool.name,
      ...present({ description: tool.description }),
      parameters: tool.parameters ?? { type: "object", properties: {} },
      // Left out, it would mean true: the schema would have to be of the strict kind.
      strict: tool.strict ?? false,
    })),
    tool_choice:
      typeof toolChoice === "object" ? { type: "function", name: toolChoice.name } : toolChoice,
    ...present({ parallel_tool_calls: call.parallelToolCalls }),
  };
}

function toText(
  { textFormat, verbosity }: RespondCall,
  refused: readonly string[],
): Fields | undefined {
  const fields = present({
    format: textFormat?.type === "text" ? undefined : textFormat,
    verbosity: refused.includes("verbosity") ? undefined : verbosity,
  });
  return Object.keys(fields).length === 0 ? undefined : fields;
}

function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
