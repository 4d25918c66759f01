import type { FinishReason, Part, TokenUsage } from "@portico/core/model-call/parts";
import {
  countOf,
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  positive,
  textOf,
} from "../../../json/json-shape.ts";
import { refusalInside } from "../../../upstream/read-upstream-error.ts";
import type { UpstreamError } from "../../../upstream/upstream-error.ts";
import { holdsError, malformed, serviceTierOf } from "../../wire/answer-parts.ts";
import type { AnswerReader } from "../../wire/answer-reader.ts";
import { OutputItems, type WantedItems } from "./output-items.ts";

type Scrub = (text: string) => string;

/** Reads responses, whole ones and their events. */
export class ResponsesReader implements AnswerReader {
  readonly #scrub: Scrub;
  readonly #items: OutputItems;

  constructor(scrub: Scrub, wanted: WantedItems = {}) {
    this.#scrub = scrub;
    this.#items = new OutputItems(wanted);
  }

  event(event: unknown, parts: Part[]): void {
    const fields = fieldsOf(event);
    switch (fields["type"]) {
      case "response.output_text.delta":
      case "response.content_part.delta":
      case "response.refusal.delta":
        this.#items.text(fields, parts);
        break;
      case "response.reasoning_text.delta":
      case "response.reasoning_summary_text.delta":
        this.#items.reasoning(fields, parts);
        break;
      case "response.output_item.added":
        this.#items.added(fields, parts);
        break;
      case "response.function_call_arguments.delta":
        this.#items.argumentsDelta(fields, parts);
        break;
      case "response.function_call_arguments.done":
        this.#items.argumentsDone(fields, parts);
        break;
      case "response.custom_tool_call_input.delta":
        this.#items.textDelta(fields, parts);
        break;
      case "response.custom_tool_call_input.done":
        this.#items.textDone(fields, parts);
        break;
      case "response.output_item.done":
        this.#items.done(fields["output_index"], fields["item"], parts);
        break;
      default:
        this.#ending(fields, parts);
    }
  }

  #ending(fields: Fields, parts: Part[]): void {
    switch (fields["type"]) {
      case "response.completed":
      case "response.incomplete":
      case "response.done":
        this.whole(fields["response"], parts);
        break;
      case "response.failed":
      case "response.cancelled":
        throw this.#failure(fields["response"]);
      case "error":
        throw this.#failure(fields);
      default:
        if (holdsError(fields)) throw this.#failure(fields);
    }
  }

  whole(body: unknown, parts: Part[]): void {
    const response = fieldsOf(body);
    const { status } = response;
    if (holdsError(response) || status === "failed" || status === "cancelled")
      throw this.#failure(response);

    if (!isFields(body) || (status === undefined && response["output"] === undefined))
      throw malformed("The provider's reply holds no answer.");

    if (status === "queued" || status === "in_progress")
      throw malformed("The provider's answer is not finished.");

    // What a server did not stream is in here; what it did is known by its place.
    for (const [index, item] of listOf(response["output"]).entries())
      this.#items.done(index, item, parts);

    this.used(parts, response);
    parts.push({ type: "finish", reason: finishOf(response), ...this.#items.unread.notice });
  }

  /** A response, or the event that holds it. */
  used(parts: Part[], said?: unknown): void {
    const fields = fieldsOf(said);
    const response = fieldsOf(fields["response"] ?? fields);
    const usage = toTokenUsage(response["usage"]);
    if (usage !== undefined) {
      const tier = serviceTierOf(response["service_tier"]);
      parts.push({ type: "usage", usage: { ...usage, ...tier } });
    }
  }

  #failure(body: unknown): UpstreamError {
    return refusalInside(body, this.#scrub);
  }
}

function finishOf(response: Fields): FinishReason {
  if (response["status"] !== "incomplete") return "stop";

  return fieldsOf(response["incomplete_details"])["reason"] === "content_filter"
    ? "content_filter"
    : "length";
}

function toTokenUsage(value: unknown): TokenUsage | undefined {
  const usage = fieldsOf(value);
  const inputTokens = countOf(usage["input_tokens"]);
  if (inputTokens === undefined) return undefined;

  const input = fieldsOf(usage["input_tokens_details"]);
  const output = fieldsOf(usage["output_tokens_details"]);
  return {
    inputTokens,
    outputTokens: countOf(usage["output_tokens"]) ?? 0,
    cachedInputTokens: countOf(input["cached_tokens"]) ?? 0,
    cacheWriteTokens: countOf(input["cache_write_tokens"]) ?? 0,
    reasoningTokens: countOf(output["reasoning_tokens"]) ?? 0,
    ...positive("audioInputTokens", input["audio_tokens"]),
  };
}

export function isResponsesEvent(value: unknown): boolean {
  const fields = fieldsOf(value);
  const type = textOf(fields["type"]) ?? "";
  return type.startsWith("response.") || type === "error" || fields["object"] === "response";
}
