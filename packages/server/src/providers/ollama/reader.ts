import type { Part } from "@portico/core/model-call/parts";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "../../json/json-shape.ts";
import { refusalInside } from "../../upstream/read-upstream-error.ts";
import { plainFamily } from "../openai/chat/thought-form.ts";
import { holdsError } from "../wire/answer-parts.ts";
import type { AnswerReader } from "../wire/answer-reader.ts";
import { HeardThoughts } from "../wire/heard-thoughts.ts";
import { UnreadKinds } from "../wire/unread-kinds.ts";

/** Reads a chat of Ollama, of which every line is a message and the last one says `done`. */
export class OllamaReader implements AnswerReader {
  #calls = 0;
  readonly #thoughts: HeardThoughts;
  readonly #unread = new UnreadKinds();

  /** `carries`: says after a thought that it can be sent back. */
  constructor(carries = false) {
    this.#thoughts = new HeardThoughts(carries ? plainFamily : undefined);
  }

  event(line: unknown, parts: Part[]): void {
    const fields = fieldsOf(line);
    if (holdsError(fields)) throw refusalInside(fields);

    const message = fieldsOf(fields["message"]);
    const thought = textOf(message["thinking"]);
    if (thought !== undefined) this.#thoughts.said("thinking", thought, parts);

    const text = textOf(message["content"]);
    if (text !== undefined) {
      this.#thoughts.settle(parts);
      parts.push({ type: "text", text });
    }
    for (const call of listOf(message["tool_calls"])) {
      this.#thoughts.settle(parts);
      this.#call(fieldsOf(call), parts);
    }
    for (const name in message)
      if (name !== "tool_calls" && holdsSome(message[name])) this.#unread.add(name);
    if (fields["done"] === true) {
      this.#thoughts.settle(parts);
      this.used(parts, fields);
      const reason = fields["done_reason"] === "length" ? "length" : "stop";
      parts.push({ type: "finish", reason, ...this.#unread.notice });
    }
  }

  whole(body: unknown, parts: Part[]): void {
    this.event(body, parts);
  }

  used(parts: Part[], said?: unknown): void {
    const fields = fieldsOf(said);
    const inputTokens = countOf(fields["prompt_eval_count"]);
    if (inputTokens === undefined) return;

    const outputTokens = countOf(fields["eval_count"]) ?? 0;
    const none = { cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
    parts.push({ type: "usage", usage: { inputTokens, outputTokens, ...none } });
  }

  /** Calls come whole, most without an id. */
  #call(call: Fields, parts: Part[]): void {
    const called = fieldsOf(call["function"]);
    const name = textOf(called["name"]);
    if (name === undefined) return;

    const key = String(this.#calls);
    this.#calls += 1;
    const callId = textOf(call["id"]);
    const given = called["arguments"];
    parts.push({ type: "call", key, name, ...(callId === undefined ? {} : { callId }) });
    parts.push({
      type: "arguments",
      key,
      delta: typeof given === "string" ? given || "{}" : JSON.stringify(given ?? {}),
    });
  }
}

/** What a message says is text. Lists and objects in it, such as `images`, are what a model has made. */
function holdsSome(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
