import type { FinishReason, Part, TokenUsage } from "@portico/core/model-call/parts";
import {
  countOf,
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  positive,
  textOf,
} from "../../json/json-shape.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import { callPart, malformed, pushText } from "../wire/answer-parts.ts";
import type { AnswerReader } from "../wire/answer-reader.ts";
import { UnreadKinds } from "../wire/unread-kinds.ts";
import { OpenReasoning } from "./reasoning-content.ts";

/** The fields of a block, or of a piece of one, that are read. Any other is named in a notice. */
const readFields: ReadonlySet<string> = new Set(["text", "reasoningContent", "toolUse"]);

/** Reads the answers of Converse and the events of ConverseStream. */
export class ConverseReader implements AnswerReader {
  readonly #model: string;
  readonly #thoughts = new Map<string, OpenReasoning>();
  /** The calls that are open, and whether any of their arguments have come. */
  readonly #open = new Map<string, { hasArguments: boolean }>();
  readonly #unread = new UnreadKinds();
  #finish: FinishReason | UpstreamError | undefined;

  constructor(model: string) {
    this.#model = model;
  }

  event(event: unknown, parts: Part[]): void {
    const told = fieldsOf(event);
    const delta = fieldsOf(told["contentBlockDelta"]);
    if (isFields(delta["delta"]))
      this.#add(String(delta["contentBlockIndex"]), delta["delta"], parts);

    const start = fieldsOf(told["contentBlockStart"]);
    const begun = fieldsOf(start["start"]);
    this.#nameUnread(begun);
    if (isFields(begun["toolUse"]))
      this.#begin(String(start["contentBlockIndex"]), begun["toolUse"], parts);

    if (isFields(told["contentBlockStop"]))
      this.#close(String(told["contentBlockStop"]["contentBlockIndex"]), {}, parts);

    if (isFields(told["messageStop"]))
      this.#finish = this.#finishOf(told["messageStop"]["stopReason"]);

    if (isFields(told["metadata"])) {
      this.used(parts, told["metadata"]);
      this.end(parts);
    }
  }

  whole(body: unknown, parts: Part[]): void {
    const answer = fieldsOf(body);
    const content = fieldsOf(fieldsOf(answer["output"])["message"])["content"];
    if (!Array.isArray(content)) throw malformed("The provider's reply holds no message.");

    this.#finish = this.#finishOf(answer["stopReason"]);
    for (const [index, block] of listOf(content).entries())
      this.#addBlock(String(index), fieldsOf(block), parts);

    this.used(parts, answer);
    this.end(parts);
  }

  /** A whole answer, or an event's `metadata`. */
  used(parts: Part[], said?: unknown): void {
    const usage = fieldsOf(fieldsOf(said)["usage"]);
    if (countOf(usage["inputTokens"]) !== undefined)
      parts.push({ type: "usage", usage: toUsage(usage) });
  }

  /** The usage comes after the stop, and an answer is complete without it. */
  end(parts: Part[]): void {
    if (this.#finish instanceof UpstreamError) throw this.#finish;

    if (this.#finish !== undefined)
      parts.push({ type: "finish", reason: this.#finish, ...this.#unread.notice });
  }

  #nameUnread(block: Fields): void {
    for (const name in block)
      if (!readFields.has(name) && block[name] != null) this.#unread.add(name);
  }

  #addBlock(key: string, block: Fields, parts: Part[]): void {
    this.#nameUnread(block);
    pushText(parts, "text", block["text"]);
    for (const cited of listOf(fieldsOf(block["citationsContent"])["content"]))
      pushText(parts, "text", fieldsOf(cited)["text"]);
    if (isFields(block["reasoningContent"])) {
      pushText(parts, "reasoning", this.#thoughtAt(key).addWhole(block["reasoningContent"]));
      this.#closeThoughts(parts);
    }
    if (isFields(block["toolUse"])) {
      this.#begin(key, block["toolUse"], parts);
      this.#close(key, block["toolUse"]["input"], parts);
    }
  }

  #begin(key: string, call: Fields, parts: Part[]): void {
    parts.push(callPart(key, call["name"], call["toolUseId"]));
    this.#open.set(key, { hasArguments: false });
  }

  #add(key: string, delta: Fields, parts: Part[]): void {
    this.#nameUnread(delta);
    if (isFields(delta["reasoningContent"]))
      pushText(parts, "reasoning", this.#thoughtAt(key).add(delta["reasoningContent"]));
    else this.#closeThoughts(parts);

    pushText(parts, "text", delta["text"]);
    const call = this.#open.get(key);
    const input = textOf(fieldsOf(delta["toolUse"])["input"]);
    if (call !== undefined && input !== undefined) {
      call.hasArguments = true;
      parts.push({ type: "arguments", key, delta: input });
    }
  }

  #thoughtAt(key: string): OpenReasoning {
    const thought = this.#thoughts.get(key) ?? new OpenReasoning();
    this.#thoughts.set(key, thought);
    return thought;
  }

  /** At the end of a block, and where other content begins without one. */
  #closeThoughts(parts: Part[]): void {
    for (const thought of this.#thoughts.values()) {
      const carrier = thought.carrier(this.#model);
      if (carrier !== undefined) parts.push({ type: "carrier", carrier });
    }
    this.#thoughts.clear();
  }

  #close(key: string, input: unknown, parts: Part[]): void {
    this.#closeThoughts(parts);
    const call = this.#open.get(key);
    this.#open.delete(key);
    if (call?.hasArguments === false)
      parts.push({ type: "arguments", key, delta: JSON.stringify(input ?? {}) });
  }

  #finishOf(reason: unknown): FinishReason | UpstreamError {
    switch (reason) {
      case "max_tokens":
      case "model_context_window_exceeded":
        return "length";
      case "guardrail_intervened":
      case "content_filtered":
        return "content_filter";
      case "malformed_model_output":
      case "malformed_tool_use":
        return malformed(`The provider ended its answer with ${reason}.`);
      default:
        return "stop";
    }
  }
}

/** Input that was read from and written to the cache is counted apart from other input. */
function toUsage(usage: Fields): TokenUsage {
  const cached = countOf(usage["cacheReadInputTokens"]) ?? 0;
  const written = countOf(usage["cacheWriteInputTokens"]) ?? 0;
  return {
    inputTokens: (countOf(usage["inputTokens"]) ?? 0) + cached + written,
    outputTokens: countOf(usage["outputTokens"]) ?? 0,
    cachedInputTokens: cached,
    cacheWriteTokens: written,
    ...positive("hourCacheWriteTokens", writtenForAnHour(usage["cacheDetails"])),
    reasoningTokens: 0,
  };
}

function writtenForAnHour(details: unknown): number {
  return listOf(details)
    .map(fieldsOf)
    .filter(({ ttl }) => ttl === "1h")
    .reduce((sum, { inputTokens }) => sum + (countOf(inputTokens) ?? 0), 0);
}
