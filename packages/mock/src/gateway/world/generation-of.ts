import type { Schema } from "@portico/contract/facts";
import { fieldsOf, textOf } from "@portico/core/json/shape";
import { toIso } from "@portico/core/rules/dates";
import { failureMessage, notRecorded } from "@portico/core/rules/generations";
import type { Call } from "../call.ts";
import type { Failure } from "../failure.ts";
import { attemptAt, brokenAttempt } from "../rehearsed-model.ts";
import { callerGivenName } from "./key-text.ts";
import { nowOf } from "./now.ts";

type Generation = Schema<"Generation">;

const operations = {
  createResponse: "responses",
  compactResponse: "responses",
  createChatCompletion: "chat",
  createMessage: "messages",
  createEmbeddings: "embeddings",
  createRerank: "rerank",
} as const satisfies Record<string, Generation["operation"]>;

function isOperation(id: string): id is keyof typeof operations {
  return Object.hasOwn(operations, id);
}

type Fields = Readonly<Record<string, unknown>>;

/** Of a call that reached a model. One that breaks off is booked with what it had cost. */
export function generationOf(
  call: Call,
  reply: Fields,
  id: string,
  failure: Failure | null,
): Generation {
  const { caller, body, pack, fault } = call;
  const asked = fieldsOf(body);
  const operation = isOperation(pack.facts.id) ? operations[pack.facts.id] : "responses";
  const isBroken = fault === "fail";
  const isStream = asked["stream"] === true;
  const now = toIso(nowOf(call.world.data));
  const model = textOf(asked["model"]) ?? "";
  const last = failure === null || isBroken ? servingAttempt(model, reply, isBroken) : null;
  return {
    ...notRecorded,
    cache_discount: null,
    content: null,
    ...({
      id,
      request_id: null,
      state: "settled",
      operation,
    } as const),
    api_type: apiTypeOf(operation),
    model,
    ...servedBy(last === null ? null : (textOf(reply["provider"]) ?? "sandbox"), model),
    ...attemptsOf(call, last),
    api_key_id: caller.row?.record.id ?? null,
    api_key_name: caller.row?.record.name ?? null,
    workspace_id: caller.workspaceId || null,
    ...attributionOf(call),
    streamed: isStream,
    cancelled: false,
    ...finishOf(isBroken ? {} : reply),
    ...figuresOf(fieldsOf(reply["usage"])),
    estimated: isBroken,
    latency: 1,
    generation_time: isStream ? 1 : 0,
    created_at: now,
    settled_at: now,
    error: errorOf(failure, isBroken, model),
    status: failure?.status ?? 200,
  };
}

function apiTypeOf(operation: Generation["operation"]) {
  return operation === "embeddings" || operation === "rerank" ? operation : "completions";
}

function servedBy(provider: string | null, model: string) {
  const price = provider === null ? null : `${model}@${provider} sandbox`;
  return { provider_name: provider, price, configuration_version: 0 };
}

/** The kind of failure that the gateway books for a status of the sandbox's failing models. */
const kindByStatus: Readonly<Record<number, string>> = {
  401: "unauthenticated",
  402: "out_of_credits",
  404: "model_not_found",
  413: "too_large",
  429: "rate_limited",
  500: "provider_failed",
  503: "unavailable",
};

/** A stream that has begun has its status already. */
function errorOf(failure: Failure | null, isBroken: boolean, model: string): Generation["error"] {
  if (failure !== null) {
    const { status } = failure;
    const code = kindByStatus[status] ?? (status < 500 ? "bad_request" : "overloaded");
    return { code, message: failureMessage(status) };
  }
  if (!isBroken) return null;
  const code = brokenAttempt(model).failure ?? "cut";
  return { code, message: failureMessage(200) };
}

/** The attempts that failed, and the one that answered, if there is one. */
function attemptsOf({ failed = [] }: Call, last: Schema<"GenerationAttempt"> | null) {
  // Each takes a millisecond, and begins when the one before it has ended.
  const inTurn = [...failed, ...(last === null ? [] : [last])].map((attempt, start) => ({
    ...attempt,
    start,
  }));
  return { attempts: inTurn.length, provider_responses: inTurn };
}

function servingAttempt(model: string, reply: Fields, isBroken: boolean) {
  const { tokens_prompt, tokens_completion, total_cost } = figuresOf(fieldsOf(reply["usage"]));
  const attempt = isBroken ? brokenAttempt(model) : attemptAt(model, 200);
  return { ...attempt, tokens_prompt, tokens_completion, cost: total_cost };
}

/** What the caller says of itself. */
function attributionOf(call: Call) {
  const { headers } = call;
  return {
    http_referer: headers.get("http-referer"),
    app_title: headers.get("x-service-title") ?? headers.get("x-title"),
    session_id: sessionIdOf(call),
    external_user: null,
    tags: null,
  };
}

export function sessionIdOf({ headers, body }: Call): string | null {
  const asked = fieldsOf(body);
  return callerGivenName(
    textOf(asked["session_id"]) ??
      headers.get("x-session-id") ??
      headers.get("x-claude-code-session-id") ??
      headers.get("x-session-affinity") ??
      textOf(asked["prompt_cache_key"]),
  );
}

export function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function finishOf(reply: Fields) {
  const [choice] = Array.isArray(reply["choices"]) ? reply["choices"] : [];
  const reason =
    textOf(reply["status"]) ??
    textOf(reply["stop_reason"]) ??
    textOf(fieldsOf(choice)["finish_reason"]) ??
    null;
  return { finish_reason: reason, native_finish_reason: reason };
}

/** The tokens and the costs, by the names of each wire. */
function figuresOf(usage: Fields) {
  const input = numberOf(usage["input_tokens"] ?? usage["prompt_tokens"] ?? usage["total_tokens"]);
  const output = numberOf(usage["output_tokens"] ?? usage["completion_tokens"]);
  const details = fieldsOf(usage["output_tokens_details"] ?? usage["completion_tokens_details"]);
  const reasoning = numberOf(details["reasoning_tokens"] ?? details["thinking_tokens"]);
  const cost = numberOf(usage["cost"]);
  const costs = fieldsOf(usage["cost_details"]);
  return {
    tokens_prompt: input,
    tokens_completion: output,
    native_tokens_prompt: input,
    native_tokens_completion: output,
    native_tokens_cached: 0,
    native_tokens_reasoning: reasoning,
    total_cost: cost,
    usage: cost,
    unbilled: 0,
    held: cost,
    is_byok: false,
    upstream_inference_cost: null,
    cost_details: {
      input_cost: numberOf(costs["input_cost"]),
      output_cost: numberOf(costs["output_cost"]),
      cache_read_cost: 0,
      cache_write_cost: 0,
      discount: 0,
      unbilled: 0,
      upstream_inference_cost: null,
    },
  };
}
