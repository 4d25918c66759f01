import type {
  ForeignPart,
  PassThrough,
  RespondCall,
  ToolDefinition,
  Turn,
} from "@portico/core/model-call/respond-call";
import { defined, type Fields, listOf } from "../../../json/json-shape.ts";
import { refusedByOpenAi } from "../chat/vendor-quirks.ts";
import { toInputItems } from "./input.ts";
import { passedTo, takesTrace } from "./passed.ts";
import { thoughtsThatLed } from "./reasoning-item.ts";

/**
 * The body of a request for a response. This API has no seed, stop, penalties or top_k.
 * https://platform.openai.com/docs/api-reference/responses/create
 */
export function toResponsesRequest(call: RespondCall, family: string, vendor: string): Fields {
  const refused = refusedByOpenAi(call.model);
  const reasons = thinks(call.model, refused);
  const thoughts = thoughtsThatLed(reasons ? call.conversation : []);
  const passed = passedTo(call, vendor);
  const takes = (part: ForeignPart) => takesTrace(call, vendor, part);
  const takesText = takesCustomTools(call.model, family);
  const custom = new Set(takesText ? call.conversation.flatMap(customCallId) : []);
  const body: Record<string, unknown> = {
    model: call.model,
    input: call.conversation.flatMap((turn) =>
      toInputItems(turn, thoughts.has(turn) ? family : undefined, custom, takes),
    ),
    // Our interface is stateless; nothing shall be kept anywhere else either.
    store: false,
    ...toTools(call, takesText, passed),
    instructions: call.instructions,
    max_output_tokens: call.maxOutputTokens,
    temperature: call.temperature,
    top_p: call.topP,
    reasoning: toReasoning(call, family, reasons),
    include: toInclude(reasons && call.thoughts?.carriers === true, passed),
    max_tool_calls: passed?.fields["max_tool_calls"],
    prompt_cache_key: call.cacheKey,
    // xAI keeps what it keeps: https://docs.x.ai/developers/advanced-api-usage/prompt-caching
    prompt_cache_retention: family === "xai" ? undefined : call.cacheRetention,
    text: toText(call, refused),
    service_tier: call.serviceTier,
    user: call.user,
    stream: call.stream || undefined,
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
  const effort = reasoning?.effort;
  return effort || asksSummary ? { effort, summary: asksSummary ? "auto" : undefined } : undefined;
}

/**
 * OpenAI's models take custom tools from GPT-5 on: https://developers.openai.com/api/docs/guides/function-calling#custom-tools
 * Any other model is sent the functions that stand for them.
 */
function takesCustomTools(model: string, family: string): boolean {
  return family === "openai" && /(^|\/)(?:gpt-[5-9]|codex-)/.test(model);
}

function customCallId(turn: Turn): string[] {
  return turn.type === "call" && turn.isFreeform === true ? [turn.callId] : [];
}

function toInclude(
  sealed: boolean,
  passed: PassThrough | undefined,
): readonly unknown[] | undefined {
  const include = [
    ...(sealed ? ["reasoning.encrypted_content"] : []),
    ...listOf(passed?.fields["include"]),
  ];
  return include.length > 0 ? include : undefined;
}

/** Those of the caller, then those that run at the vendor. */
function toTools(call: RespondCall, takesText: boolean, passed: PassThrough | undefined): Fields {
  const { tools, toolChoice } = call;
  const written: readonly Fields[] = [
    ...tools.map((tool) =>
      takesText && tool.freeform !== undefined ? toCustom(tool) : toFunction(tool),
    ),
    ...(passed?.tools ?? []),
  ];
  if (written.length === 0) return {};
  const forced = (name: string) => ({
    type: written.find((tool) => tool["name"] === name)?.["type"],
    name,
  });
  return {
    tools: written,
    tool_choice:
      passed?.fields["tool_choice"] ??
      (typeof toolChoice === "object" ? forced(toolChoice.name) : toolChoice),
    parallel_tool_calls: call.parallelToolCalls,
  };
}

function toFunction(tool: ToolDefinition): Fields {
  return {
    type: "function",
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters ?? { type: "object", properties: {} },
    // Left out, it would mean true: the schema would have to be of the strict kind.
    strict: tool.strict ?? false,
  };
}

function toCustom({ name, freeform }: ToolDefinition): Fields {
  const { description, grammar } = freeform ?? {};
  const format = grammar && { type: "grammar", ...grammar };
  return { type: "custom", name, description, format };
}

function toText(
  { textFormat, verbosity }: RespondCall,
  refused: readonly string[],
): Fields | undefined {
  const fields = defined({
    format: textFormat?.type === "text" ? undefined : textFormat,
    verbosity: refused.includes("verbosity") ? undefined : verbosity,
  });
  return Object.keys(fields).length === 0 ? undefined : fields;
}
