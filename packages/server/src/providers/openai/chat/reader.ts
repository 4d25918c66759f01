import type { FinishReason, Part, TokenUsage } from "@portico/core/model-call/parts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../../../json/json-shape.ts";
import { refusalInside } from "../../../upstream/read-upstream-error.ts";
import { UpstreamError } from "../../../upstream/upstream-error.ts";
import { holdsError, malformed, serviceTierOf } from "../../wire/answer-parts.ts";
import type { AnswerReader } from "../../wire/answer-reader.ts";
import { UnreadKinds } from "../../wire/unread-kinds.ts";
import { ChatThoughts } from "./chat-thoughts.ts";
import { ThinkTags } from "./think-tags.ts";
import type { ThoughtForm } from "./thought-form.ts";
import { ToolCalls } from "./tool-calls.ts";
import { toTokenUsage } from "./usage.ts";

export interface ChatReaderOptions {
  readonly thinkTags: boolean;
  /** The form in which thoughts are to go back; absent where no carriers are wanted. */
  readonly thoughts?: ThoughtForm | undefined;
  /** Removes credentials from what an upstream says. */
  scrub(text: string): string;
}

/** What models answer beside words and calls, which is not read. */
const unreadFields = ["audio", "images"] as const;

/** Reads chat completions, whole ones and chunks, of all the vendors that speak them. */
export class ChatReader implements AnswerReader {
  readonly #scrub: (text: string) => string;
  readonly #calls: ToolCalls;
  readonly #thinkTags: ThinkTags | undefined;
  readonly #thoughts: ChatThoughts;
  #usage: TokenUsage | undefined;
  #tier: string | undefined;
  readonly #unread = new UnreadKinds();
  #finish: FinishReason | UpstreamError | undefined;

  constructor(options: ChatReaderOptions) {
    this.#scrub = options.scrub;
    this.#calls = new ToolCalls();
    const { thinkTags, thoughts } = options;
    this.#thinkTags = thinkTags ? new ThinkTags(thoughts !== undefined) : undefined;
    this.#thoughts = new ChatThoughts(thoughts);
  }

  event(event: unknown, parts: Part[]): void {
    const chunk = this.#fieldsOf(event);
    const choice = firstChoice(chunk);
    if (choice !== undefined) {
      this.#message(fieldsOf(choice["delta"] ?? choice["message"]), true, parts);
      this.#finished(choice);
    }
    this.#used(chunk);
  }

  whole(body: unknown, parts: Part[]): void {
    const completion = this.#fieldsOf(body);
    const choice = firstChoice(completion);
    if (choice === undefined) throw malformed("The provider's reply holds no answer.");

    this.#message(fieldsOf(choice["message"] ?? choice["delta"]), false, parts);
    this.#finished(choice);
    // A whole body ends by itself.
    this.#finish ??= "stop";
    this.#used(completion);
    this.end(parts);
  }

  /** The finish waits for the usage, which comes after it. */
  end(parts: Part[]): void {
    if (this.#finish === undefined) return;

    this.#thinkTags?.end(parts);
    this.#calls.end(parts);
    this.#thoughts.settle(parts);
    // What was used may come after the end that is none.
    if (this.#finish instanceof UpstreamError) throw this.#finish;

    this.used(parts);
    parts.push({ type: "finish", reason: this.#finish, ...this.#unread.notice });
  }

  used(parts: Part[], said?: unknown): void {
    this.#used(fieldsOf(said));
    if (this.#usage !== undefined) {
      const tier = this.#tier === undefined ? {} : { serviceTier: this.#tier };
      parts.push({ type: "usage", usage: { ...this.#usage, ...tier } });
    }
  }

  #fieldsOf(value: unknown): Fields {
    if (!isFields(value)) throw malformed("The provider sent no JSON object.");

    if (holdsError(value)) throw refusalInside(value, this.#scrub);

    return value;
  }

  #message(message: Fields, isDelta: boolean, parts: Part[]): void {
    this.#thoughts.inMessage(message, isDelta, parts);
    this.#content(message["content"], parts);
    for (const name of unreadFields)
      if (isFields(message[name]) || listOf(message[name]).length > 0) this.#unread.add(name);
    const refused = textOf(message["refusal"]);
    if (refused !== undefined) {
      this.#thoughts.settle(parts);
      parts.push({ type: "text", text: refused });
    }
    const calls = listOf(message["tool_calls"]);
    if (calls.length > 0) this.#thoughts.settleBeforeCall(parts);

    for (const fragment of calls) this.#calls.add(fragment, parts);

    if (isFields(message["function_call"]))
      this.#calls.add({ index: 0, function: message["function_call"] }, parts);
  }

  /** A text, or Mistral's list of texts and thoughts. */
  #content(content: unknown, parts: Part[]): void {
    if (typeof content === "string") {
      this.#text(content, parts);
      return;
    }
    for (const item of listOf(content)) {
      const chunk = fieldsOf(item);
      const text = textOf(chunk["text"]) ?? "";
      if (chunk["type"] === "thinking") this.#thoughts.inChunk(chunk, parts);
      else if (chunk["type"] === "text" || chunk["type"] === undefined) this.#text(text, parts);
      else this.#unread.add(chunk["type"]);
    }
  }

  #text(text: string, parts: Part[]): void {
    if (text === "") return;

    this.#thoughts.settle(parts);
    this.#calls.settle(parts);
    if (this.#thinkTags === undefined) parts.push({ type: "text", text });
    else this.#thinkTags.add(text, parts);
  }

  #finished(choice: Fields): void {
    const reason = textOf(choice["finish_reason"]);
    if (reason !== undefined) this.#finish = toFinishReason(reason);
  }

  /** In the last chunk, in every chunk, or in `x_groq`: the last one counts. */
  #used(chunk: Fields): void {
    this.#usage =
      toTokenUsage(chunk["usage"]) ??
      toTokenUsage(fieldsOf(chunk["x_groq"])["usage"]) ??
      this.#usage;
    this.#tier = serviceTierOf(chunk["service_tier"]).serviceTier ?? this.#tier;
  }
}

/** One answer is asked for; some upstreams give several, whose chunks are mixed. */
function firstChoice(chunk: Fields): Fields | undefined {
  return listOf(chunk["choices"])
    .filter(isFields)
    .find((choice) => (choice["index"] ?? 0) === 0);
}

const reasons: Readonly<Record<string, FinishReason>> = {
  length: "length",
  max_tokens: "length",
  model_length: "length",
  max_output_tokens: "length",
  content_filter: "content_filter",
  content_filtered: "content_filter",
  safety: "content_filter",
  sensitive: "content_filter",
};

/** Reasons that say that there is no answer. https://api-docs.deepseek.com has the third. */
const failures = new Set(["error", "network_error", "insufficient_system_resource", "abort"]);

/**
 * An unknown reason is an ordinary end: vendors use words of their own (`eos`, `end_turn`, `tool_calls`). Returns an error
 * where there is no answer.
 */
function toFinishReason(reason: string): FinishReason | UpstreamError {
  const word = reason.toLowerCase();
  if (failures.has(word))
    return new UpstreamError("overloaded", "The provider gave up on the answer.");

  return Object.hasOwn(reasons, word) ? (reasons[word] ?? "stop") : "stop";
}
