import type { RespondCall, ToolDefinition } from "@portico/core/model-call/respond-call";
import { type Fields, fieldsOf } from "../../../json/json-shape.ts";
import { cacheControl } from "./cache-marks.ts";
import type { ChatDialect, ChatParameter } from "./dialect.ts";
import { toMessages } from "./messages.ts";

/** The body of a chat completion. What the upstream has no equivalent for is left out. */
export function toChatRequest(call: RespondCall, dialect: ChatDialect): Fields {
  const tools = toTools(call, dialect);
  const format = toFormat(call, dialect);
  const notes = [...tools.notes, ...format.notes];
  const body: Record<string, unknown> = {
    model: call.model,
    messages: toMessages(call, dialect, notes),
    ...tools.fields,
    ...format.fields,
    ...toSampling(call, dialect),
    ...toReasoning(call, dialect),
    ...toCacheHints(call, dialect),
  };
  if (call.maxOutputTokens !== undefined) {
    body[dialect.maxTokens] = call.maxOutputTokens;
    Object.assign(body, dialect.output?.(call));
  }
  if (call.stream) {
    body["stream"] = true;
    if (!dialect.leaveOut.has("stream_options")) body["stream_options"] = { include_usage: true };
  }
  for (const parameter of dialect.refusedBy(call.model)) delete body[parameter];

  return body;
}

function toReasoning({ reasoning, model }: RespondCall, dialect: ChatDialect): Fields {
  const isRefused =
    dialect.leaveOut.has("reasoning") || dialect.refusedBy(model).includes("reasoning");
  return reasoning === undefined || isRefused ? {} : dialect.reasoning(reasoning, model);
}

function toCacheHints({ cacheKey, cacheRetention }: RespondCall, { caching }: ChatDialect): Fields {
  return {
    ...(cacheKey !== undefined && caching.key ? { prompt_cache_key: cacheKey } : {}),
    ...(cacheRetention !== undefined && caching.retention
      ? { prompt_cache_retention: cacheRetention }
      : {}),
  };
}

function toSampling(call: RespondCall, dialect: ChatDialect): Fields {
  const fields: Record<string, unknown> = {};
  const add = (parameter: ChatParameter, value: unknown, name: string = parameter) => {
    if (value !== undefined && !dialect.leaveOut.has(parameter)) fields[name] = value;
  };
  add("temperature", call.temperature);
  add("top_p", call.topP);
  add("top_k", call.topK);
  add("presence_penalty", call.presencePenalty);
  add("frequency_penalty", call.frequencyPenalty);
  add("seed", call.seed, dialect.seed);
  add("stop", call.stop);
  add("user", call.user);
  add("service_tier", call.serviceTier);
  if (dialect.verbosity) add("verbosity", call.verbosity);
  return fields;
}

interface Worded {
  readonly fields: Fields;
  /** What can only be said to the model in words. */
  readonly notes: readonly string[];
}

const nothing: Worded = { fields: {}, notes: [] };

function toTools(call: RespondCall, dialect: ChatDialect): Worded {
  if (call.tools.length === 0) return nothing;

  const { toolChoice } = call;
  const everything = {
    tools: call.tools.map((tool) => toTool(tool, dialect)),
    ...parallel(call, dialect),
  };
  if (toolChoice === "auto") return { fields: everything, notes: [] };

  if (dialect.toolChoice === "all")
    return { fields: { ...everything, tool_choice: toChoice(toolChoice, dialect) }, notes: [] };

  if (toolChoice === "none") return nothing;

  const offered = call.tools.filter(
    (tool) => toolChoice === "required" || tool.name === toolChoice.name,
  );
  return {
    fields: { ...everything, tools: offered.map((tool) => toTool(tool, dialect)) },
    notes: ["Answer this with a call of one of the given functions, not with text."],
  };
}

function toChoice(
  choice: Exclude<RespondCall["toolChoice"], "auto">,
  dialect: ChatDialect,
): unknown {
  if (typeof choice === "object") return { type: "function", function: { name: choice.name } };

  return choice === "required" ? dialect.required : choice;
}

function parallel(call: RespondCall, dialect: ChatDialect): Fields {
  return call.parallelToolCalls === undefined || dialect.leaveOut.has("parallel_tool_calls")
    ? {}
    : { parallel_tool_calls: call.parallelToolCalls };
}

export function toTool(
  tool: ToolDefinition,
  dialect: Pick<ChatDialect, "leaveOut" | "caching">,
): Fields {
  const strict = tool.strict === true && !dialect.leaveOut.has("strict");
  return {
    type: "function",
    function: {
      name: tool.name,
      ...(tool.description === undefined ? {} : { description: tool.description }),
      parameters: tool.parameters ?? { type: "object", properties: {} },
      ...(strict ? { strict } : {}),
    },
    ...(dialect.caching.tools ? cacheControl(tool.cache, dialect.caching) : {}),
  };
}

function toFormat(call: RespondCall, dialect: ChatDialect): Worded {
  const format = call.textFormat;
  if (format === undefined || format.type === "text" || dialect.leaveOut.has("response_format"))
    return nothing;

  if (format.type === "json_schema" && dialect.json !== "object") {
    const { type, ...schema } = format;
    return { fields: { response_format: { type, json_schema: schema } }, notes: [] };
  }
  const fields = dialect.json === "schemaOnly" ? {} : { response_format: { type: "json_object" } };
  // Vendors refuse a JSON mode without the word JSON in a message.
  const note =
    format.type === "json_schema"
      ? `Answer with JSON that satisfies this JSON Schema: ${JSON.stringify(fieldsOf(format.schema))}`
      : "Answer with a JSON object.";
  return { fields, notes: mentionsJson(call) && format.type === "json_object" ? [] : [note] };
}

/** So much is looked through for the word. Where it comes later, it is said once more. */
const lookedThrough = 64 * 1024;

function mentionsJson({ instructions = "", conversation }: RespondCall): boolean {
  let left = lookedThrough;
  const mentions = (text: string) => {
    const part = text.slice(0, left);
    left -= part.length;
    return /json/i.test(part);
  };
  const isInTurn = (turn: RespondCall["conversation"][number]) =>
    turn.type === "message" &&
    turn.content.some((part) => part.type === "text" && mentions(part.text));
  return (
    mentions(instructions) || conversation.toReversed().some((turn) => left > 0 && isInTurn(turn))
  );
}
