import type { Schema } from "@portico/contract/facts";
import { GatewayError } from "../../failures.ts";
import type { RespondCall, TextFormat } from "../../model-call/respond-call.ts";
import { type Defined, defined, type ParameterNames } from "../reading/parameters.ts";

type Request = Schema<"ChatRequest">;

export type Parameters = Defined<Pick<RespondCall, ParameterNames | "cacheKey" | "cacheRetention">>;

/** The parameters that upstreams may have an equivalent for, without those that are null or empty. */
export function readParameters(body: Request): Parameters {
  return defined({
    maxOutputTokens: outputLimit(body),
    temperature: body.temperature,
    topP: body.top_p,
    topK: body.top_k,
    presencePenalty: body.presence_penalty,
    frequencyPenalty: body.frequency_penalty,
    parallelToolCalls: body.parallel_tool_calls,
    seed: body.seed,
    stop: readStop(body.stop),
    user: body.user || body.safety_identifier || null,
    metadata: body.metadata,
    reasoning: readReasoning(body),
    textFormat: readTextFormat(body.response_format),
    verbosity: body.verbosity || null,
    serviceTier: body.service_tier || null,
    cacheKey: body.prompt_cache_key || null,
    cacheRetention: body.prompt_cache_retention || null,
  });
}

/** Clients that know both names send both; the smaller one keeps the promise of either. */
function outputLimit({ max_tokens: old, max_completion_tokens: recent }: Request): number | null {
  const limits = [old, recent].filter((limit) => typeof limit === "number");
  return limits.length === 0 ? null : Math.min(...limits);
}

function readStop(stop: Request["stop"]): readonly string[] | null {
  const texts = (typeof stop === "string" ? [stop] : (stop ?? [])).filter((text) => text !== "");
  return texts.length === 0 ? null : texts;
}

/** Whether the request asks for the thoughts themselves: unless it excludes them. */
export function wantsThoughts({ reasoning, include_reasoning: older }: Request): boolean {
  return !(reasoning?.exclude ?? older === false);
}

function readReasoning(body: Request): Parameters["reasoning"] | null {
  const { effort, max_tokens: maxTokens, enabled } = body.reasoning ?? {};
  const short = body.reasoning_effort;
  if (effort && short && effort !== short)
    throw new GatewayError("badRequest", {
      message: `reasoning_effort is ${JSON.stringify(short)}, and reasoning.effort is ${JSON.stringify(effort)}: send one of them, or the same in both.`,
      metadata: { field: "reasoning_effort" },
    });
  const said = effort || short || (maxTokens ? null : effortOf(enabled));
  return said || maxTokens ? defined({ effort: said, maxTokens: maxTokens || null }) : null;
}

function effortOf(enabled: boolean | null | undefined): string | null {
  if (enabled === null || enabled === undefined) return null;
  return enabled ? "medium" : "none";
}

function readTextFormat(format: Request["response_format"]): TextFormat | null {
  if (format?.type === "json_object") return { type: "json_object" };
  if (format?.type !== "json_schema") return null;
  const { name, description, schema, strict } = format.json_schema;
  if (!schema) return { type: "json_object" };
  return { type: "json_schema", name, schema, ...defined({ description, strict }) };
}

/** Each parameter that changes an answer, by the name that `require_parameters` and the models' lists know. */
const names: Readonly<Record<string, string>> = {
  max_tokens: "max_output_tokens",
  max_completion_tokens: "max_output_tokens",
  temperature: "temperature",
  top_p: "top_p",
  top_k: "top_k",
  min_p: "min_p",
  top_a: "top_a",
  presence_penalty: "presence_penalty",
  frequency_penalty: "frequency_penalty",
  repetition_penalty: "repetition_penalty",
  logit_bias: "logit_bias",
  logprobs: "logprobs",
  top_logprobs: "top_logprobs",
  seed: "seed",
  stop: "stop",
  tools: "tools",
  tool_choice: "tool_choice",
  parallel_tool_calls: "parallel_tool_calls",
  response_format: "text",
  verbosity: "verbosity",
  service_tier: "service_tier",
};

/** Clients send these values although they are the defaults. */
const whatHoldsAnyway: Readonly<Record<string, readonly unknown[]>> = {
  tool_choice: ["auto"],
  parallel_tool_calls: [true],
  logprobs: [false],
  service_tier: ["auto", "default"],
};

/** The names of the optional parameters that a request sets and that change its answer. */
export function parameterNames(body: Request): string[] {
  const fields: Readonly<Record<string, unknown>> = body;
  const set = Object.keys(names).filter((field) => isSet(field, fields[field]));
  const reasoning = readReasoning(body) === null ? [] : ["reasoning"];
  return [...new Set([...set.map((field) => names[field] ?? field), ...reasoning])];
}

function isSet(field: string, value: unknown): boolean {
  if (value === null || value === undefined || value === "") return false;
  if (typeof value === "object" && Object.keys(value).length === 0) return false;
  if (field === "response_format") return Object(value).type !== "text";
  return whatHoldsAnyway[field]?.includes(value) !== true;
}
