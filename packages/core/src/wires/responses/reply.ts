import type { Schema } from "@portico/contract/facts";
import type { AnswerItem, CallItem, ThoughtItem } from "../../answer/answer-item.ts";
import { costFields } from "../../answer/cost.ts";
import type { AnswerFrame, Charged, EndedAnswer, FailedAnswer } from "../../answer/wire.ts";
import { textOfArguments } from "../../model-call/freeform.ts";
import { traceOf } from "../../model-call/hosted.ts";
import type { FinishReason } from "../../model-call/parts.ts";
import type { JsonObject } from "../../model-call/respond-call.ts";

export type Response = Schema<"Response">;
export type OutputItem = Schema<"OutputItem">;

/** What a response repeats of its request, and what of the thoughts the request asked for. */
export interface ResponseFrame {
  readonly echo: Echo;
  readonly showsSummaries: boolean;
  /** The names of its custom tools. */
  readonly freeform: ReadonlySet<string>;
}

/** The parameters of the request that a response repeats. */
export type Echo = Pick<
  Response,
  | "instructions"
  | "metadata"
  | "temperature"
  | "top_p"
  | "presence_penalty"
  | "frequency_penalty"
  | "parallel_tool_calls"
  | "tools"
  | "tool_choice"
  | "max_output_tokens"
  | "reasoning"
  | "text"
  | "user"
  | "previous_response_id"
  | "store"
>;

/** The response at its start. */
export function beginningResponse(frame: AnswerFrame<ResponseFrame>): Response {
  return toResponse(frame, { status: "in_progress", output: [], usage: null });
}

/** The response at its end. */
export function endedResponse(frame: AnswerFrame<ResponseFrame>, ended: EndedAnswer): Response {
  const { reason, usage } = ended;
  const cause = incompleteReason[reason];
  const isCompleted = cause === undefined;
  return {
    ...closed(frame, isCompleted ? "completed" : "incomplete", ended),
    service_tier: usage.serviceTier ?? "default",
    completed_at: isCompleted ? ended.endedAt : null,
    incomplete_details: isCompleted ? null : { reason: cause },
  };
}

export function failedResponse(frame: AnswerFrame<ResponseFrame>, failed: FailedAnswer): Response {
  return {
    ...closed(frame, "failed", failed),
    service_tier: failed.usage.serviceTier ?? null,
    error: { code: "server_error", message: failed.failure.message },
  };
}

function closed(
  frame: AnswerFrame<ResponseFrame>,
  status: Response["status"],
  ended: Pick<EndedAnswer, "items"> & Charged,
): Response {
  const { items } = ended;
  const output = items.map((item) => toOutputItem(item, frame.asked));
  return {
    ...toResponse(frame, { status, output, usage: toUsage(ended) }),
    output_text: items.map((item) => (item.type === "message" ? item.text : "")).join(""),
  };
}

const incompleteReason: Readonly<
  Partial<Record<FinishReason, "max_output_tokens" | "content_filter">>
> = {
  length: "max_output_tokens",
  content_filter: "content_filter",
};

function toResponse(
  { id, createdAt, model, asked: { echo } }: AnswerFrame<ResponseFrame>,
  progress: Pick<Response, "status" | "output" | "usage">,
): Response {
  return {
    id,
    object: "response",
    created_at: createdAt,
    model,
    ...progress,
    completed_at: null,
    error: null,
    incomplete_details: null,
    ...echo,
    service_tier: null,
    truncation: "disabled",
  };
}

function toUsage(charged: Charged): Schema<"ResponseUsage"> {
  const { usage } = charged;
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    input_tokens_details: {
      cached_tokens: usage.cachedInputTokens,
      cache_write_tokens: usage.cacheWriteTokens,
    },
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    ...costFields(charged),
  };
}

export function toOutputItem(item: AnswerItem, asked: ResponseFrame): OutputItem {
  switch (item.type) {
    case "message":
      return {
        type: "message",
        id: itemId(item),
        role: "assistant",
        status: item.isWhole ? "completed" : "incomplete",
        content: [toTextPart(item.text, item.annotations)],
      };
    case "call":
      return toCall(item, asked);
    case "thought":
      return toReasoning(item, asked);
    case "hosted":
      return traceOf(item.item);
  }
}

export function toTextPart(
  text: string,
  annotations: readonly JsonObject[] = [],
): Schema<"OutputText"> {
  return { type: "output_text", text, annotations: [...annotations], logprobs: [] };
}

function toCall(item: CallItem, { freeform }: ResponseFrame): OutputItem {
  const { callId: call_id, name, arguments: text } = item;
  const status = "completed";
  if (!freeform.has(name))
    return { type: "function_call", id: itemId(item), call_id, name, arguments: text, status };
  const input = textOfArguments(text);
  return { type: "custom_tool_call", id: customCallId(item), call_id, name, input, status };
}

function toReasoning(item: ThoughtItem, { showsSummaries }: ResponseFrame): OutputItem {
  const texts = showsSummaries ? item.paragraphs : [];
  return {
    type: "reasoning",
    id: itemId(item),
    summary: texts.map((text) => ({ type: "summary_text", text })),
    ...(item.seal !== undefined && { encrypted_content: item.seal }),
    status: item.isWhole ? "completed" : "incomplete",
  };
}

const prefixes = { message: "msg", call: "fc", thought: "rs" } as const;

export function customCallId({ id }: Pick<CallItem, "id">): string {
  return `ctc_${id}`;
}

/** An item's id on this wire. */
export function itemId({
  type,
  id,
}: {
  readonly type: keyof typeof prefixes;
  readonly id: string;
}): string {
  return `${prefixes[type]}_${id}`;
}
