import type { FinishReason, Part, TokenUsage } from "@portico/core/model-call/parts";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "../../json/json-shape.ts";
import { refusalInside } from "../../upstream/read-upstream-error.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import { callPart, holdsError, malformed } from "../wire/answer-parts.ts";
import type { AnswerReader } from "../wire/answer-reader.ts";
import { HeardThoughts } from "../wire/heard-thoughts.ts";
import { UnreadKinds } from "../wire/unread-kinds.ts";
import { cohereFamily } from "./chat-body.ts";

type Scrub = (text: string) => string;

/** Reads https://docs.cohere.com/v2/docs/streaming and the plain answer. */
export class CohereReader implements AnswerReader {
  readonly #scrub: Scrub;
  /** The call that is open, and whether any of its arguments have come. */
  #open: { readonly key: string; hasArguments: boolean } | undefined;
  readonly #thoughts: HeardThoughts;
  readonly #unread = new UnreadKinds();

  /** `carries`: adds a carrier after a thought. */
  constructor(scrub: Scrub, carries = false) {
    this.#scrub = scrub;
    this.#thoughts = new HeardThoughts(carries ? cohereFamily : undefined);
  }

  event(event: unknown, parts: Part[]): void {
    const told = fieldsOf(event);
    const delta = fieldsOf(told["delta"]);
    const message = fieldsOf(delta["message"]);
    switch (told["type"]) {
      case "content-start":
      case "content-delta":
        this.#content(fieldsOf(message["content"]), parts);
        break;
      case "tool-plan-delta":
        this.#thought("tool_plan", message["tool_plan"], parts);
        break;
      case "tool-call-start":
        this.#begin(String(told["index"] ?? ""), fieldsOf(message["tool_calls"]), parts);
        break;
      case "tool-call-delta":
        this.#addArguments(fieldsOf(message["tool_calls"]), parts);
        break;
      case "tool-call-end":
        this.#close(parts);
        break;
      case "citation-start":
        this.#unread.add("citations");
        break;
      case "message-end":
        this.#end(delta, parts);
        break;
      default:
        this.#refuseError(told);
    }
  }

  whole(body: unknown, parts: Part[]): void {
    const answer = fieldsOf(body);
    this.#refuseError(answer);
    const message = fieldsOf(answer["message"]);
    this.#thought("tool_plan", message["tool_plan"], parts);
    for (const content of listOf(message["content"])) this.#content(fieldsOf(content), parts);

    for (const [index, call] of listOf(message["tool_calls"]).entries()) {
      this.#begin(String(index), fieldsOf(call), parts);
      this.#close(parts);
    }
    if (listOf(message["citations"]).length > 0) this.#unread.add("citations");
    this.#end(answer, parts);
  }

  #content(content: Fields, parts: Part[]): void {
    const { type } = content;
    if (type !== undefined && type !== "text" && type !== "thinking") this.#unread.add(type);
    this.#thought("thinking", content["thinking"], parts);
    const text = textOf(content["text"]);
    if (text !== undefined) {
      this.#thoughts.settle(parts);
      parts.push({ type: "text", text });
    }
  }

  #thought(place: "tool_plan" | "thinking", value: unknown, parts: Part[]): void {
    const text = textOf(value);
    if (text !== undefined) this.#thoughts.said(place, text, parts);
  }

  #refuseError(told: Fields): void {
    if (holdsError(told)) throw refusalInside(told, this.#scrub);
  }

  #begin(key: string, call: Fields, parts: Part[]): void {
    this.#close(parts);
    const begun = callPart(key, fieldsOf(call["function"])["name"], call["id"]);
    this.#thoughts.settle(parts);
    this.#open = { key, hasArguments: false };
    parts.push(begun);
    this.#addArguments(call, parts);
  }

  #addArguments(call: Fields, parts: Part[]): void {
    const delta = textOf(fieldsOf(call["function"])["arguments"]);
    if (this.#open !== undefined && delta !== undefined) {
      this.#open.hasArguments = true;
      parts.push({ type: "arguments", key: this.#open.key, delta });
    }
  }

  /** A function without parameters is called without arguments. */
  #close(parts: Part[]): void {
    if (this.#open?.hasArguments === false)
      parts.push({ type: "arguments", key: this.#open.key, delta: "{}" });

    this.#open = undefined;
  }

  /** The end of a stream and a whole answer say the same: a reason and what was used. */
  #end(end: Fields, parts: Part[]): void {
    const reason = textOf(end["finish_reason"]);
    if (reason === undefined || /ERROR|TIMEOUT/.test(reason)) this.#fail(reason, end);

    this.#close(parts);
    this.#thoughts.settle(parts);
    this.used(parts, end);
    parts.push({ type: "finish", reason: finishOf(reason), ...this.#unread.notice });
  }

  /** A whole answer, the end of a stream, or its event. */
  used(parts: Part[], said?: unknown): void {
    const fields = fieldsOf(said);
    const usage = toUsage(fieldsOf(fields["usage"] ?? fieldsOf(fields["delta"])["usage"]));
    if (usage !== undefined) parts.push({ type: "usage", usage });
  }

  #fail(reason: string | undefined, end: Fields): never {
    if (reason === undefined) throw malformed("The provider's reply holds no answer.");

    const said = this.#scrub(textOf(end["error"]) ?? "").slice(0, 500);
    throw new UpstreamError(
      reason === "TIMEOUT" ? "timeout" : "overloaded",
      said || "The provider could not finish its answer.",
    );
  }
}

function finishOf(reason: string | undefined): FinishReason {
  switch (reason) {
    case "MAX_TOKENS":
      return "length";
    case "ERROR_TOXIC":
      return "content_filter";
    default:
      return "stop";
  }
}

/** The tokens that the model read and wrote. The charged tokens leave out the upstream's own preamble. */
function toUsage(usage: Fields): TokenUsage | undefined {
  const units = fieldsOf(usage["billed_units"]);
  const tokens = fieldsOf(usage["tokens"] ?? usage["billed_units"]);
  const inputTokens = countOf(tokens["input_tokens"]);
  if (inputTokens === undefined) return undefined;

  const billedInput = countOf(units["input_tokens"]);
  const billedOutput = countOf(units["output_tokens"]);
  return {
    inputTokens: inputTokens + (countOf(tokens["image_tokens"]) ?? 0),
    outputTokens: countOf(tokens["output_tokens"]) ?? 0,
    cachedInputTokens: countOf(usage["cached_tokens"]) ?? 0,
    cacheWriteTokens: 0,
    reasoningTokens: countOf(tokens["reasoning_tokens"]) ?? 0,
    ...(billedInput === undefined || billedOutput === undefined
      ? {}
      : { billed: { inputTokens: billedInput, outputTokens: billedOutput } }),
  };
}
