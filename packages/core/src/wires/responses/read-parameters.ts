import type { Schema } from "@portico/contract/facts";
import { type Fields, fieldsOf, isFields, textOf } from "../../json/shape.ts";
import type { RespondCall, TextFormat } from "../../model-call/respond-call.ts";
import { defined, type ParameterNames } from "../reading/parameters.ts";

type Request = Schema<"ResponseRequest">;

export type Parameters = Pick<RespondCall, ParameterNames>;

/**
 * The parameters that upstreams may have an equivalent for. The contract has checked those that it lists. Of the
 * others, which clients send all the same, only known values are read, and none fails the request.
 */
export function readParameters(body: Request): Parameters {
  const others: Fields = body;
  return defined({
    maxOutputTokens: body.max_output_tokens,
    temperature: body.temperature,
    topP: body.top_p,
    presencePenalty: body.presence_penalty,
    frequencyPenalty: body.frequency_penalty,
    parallelToolCalls: body.parallel_tool_calls,
    user: body.user || body.safety_identifier || null,
    metadata: body.metadata,
    reasoning: readReasoning(body.reasoning),
    textFormat: readTextFormat(body.text),
    verbosity: textOf(body.text?.["verbosity"]),
    topK: wholeNumber(others["top_k"]),
    seed: wholeNumber(others["seed"]),
    stop: readStop(others["stop"]),
    serviceTier: textOf(body.service_tier),
  });
}

/** The names of the optional parameters that a request sets and that change its answer, for `require_parameters`. */
export function parameterNames(body: Request): string[] {
  const others: Fields = body;
  const isSet = (name: string) => {
    const value = others[name];
    const isEmptyList = Array.isArray(value) && value.length === 0;
    const isNothing = value === null || value === undefined || value === "" || isEmptyList;
    const isUsual = name === "service_tier" && usualTiers.has(value);
    return !(isNothing || isUsual) && value !== whatHoldsAnyway[name];
  };
  const names = plainNames.filter(isSet);
  if (readReasoning(body.reasoning) !== undefined) names.push("reasoning");
  if (readTextFormat(body.text) !== undefined) names.push("text");
  if (textOf(body.text?.["verbosity"]) !== undefined) names.push("verbosity");
  return names;
}

/** Clients send these values although they are the defaults. */
const whatHoldsAnyway: Fields = {
  tool_choice: "auto",
  parallel_tool_calls: true,
};

/** Tiers that every upstream serves by default. */
const usualTiers: ReadonlySet<unknown> = new Set(["auto", "default"]);

const plainNames = [
  "max_output_tokens",
  "temperature",
  "top_p",
  "top_k",
  "presence_penalty",
  "frequency_penalty",
  "seed",
  "stop",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "service_tier",
];

function readReasoning(reasoning: Request["reasoning"]): Parameters["reasoning"] {
  const effort = textOf(reasoning?.["effort"]);
  const maxTokens = wholeNumber(reasoning?.["max_tokens"]);
  return effort === undefined && maxTokens === null ? undefined : defined({ effort, maxTokens });
}

function readTextFormat(wire: Request["text"]): TextFormat | undefined {
  const { type, schema, strict, ...named } = fieldsOf(wire?.["format"]);
  if (type === "json_object") return { type };
  if (type !== "json_schema" || !isFields(schema)) return undefined;
  const description = textOf(named["description"]);
  return {
    type,
    name: textOf(named["name"]) ?? "response",
    schema,
    ...(description && { description }),
    ...(typeof strict === "boolean" && { strict }),
  };
}

function readStop(stop: unknown): readonly string[] | null {
  const list = (Array.isArray(stop) ? stop : [stop]).filter((one) => typeof one === "string");
  return list.length === 0 ? null : list;
}

function wholeNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

type Caching = Pick<RespondCall, "cacheKey" | "cacheRetention">;

/** What a request says of its vendor's prompt cache. */
export function readCache(body: Schema<"ResponseRequest">): Caching {
  const { prompt_cache_key: cacheKey, prompt_cache_retention: cacheRetention } = body;
  return { ...(cacheKey && { cacheKey }), ...(cacheRetention && { cacheRetention }) };
}

/** What a request asks to see of the model's thoughts: `reasoning.summary` for words, `include` for what carries them on. */
export function readThoughts(body: Schema<"ResponseRequest">): RespondCall["thoughts"] {
  const summary = body.reasoning?.["summary"];
  const text = typeof summary === "string" && summary !== "" && summary !== "none";
  const carriers = body.include?.includes("reasoning.encrypted_content") === true;
  return text || carriers ? { text, carriers } : undefined;
}
