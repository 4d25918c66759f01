import type { Part } from "@portico/core/model-call/parts";
import { fieldsOf } from "../../json/json-shape.ts";
import type { AnswerReader } from "../wire/answer-reader.ts";
import { ChatReader, type ChatReaderOptions } from "./chat/reader.ts";
import { isResponsesEvent, ResponsesReader } from "./responses/reader.ts";

interface EitherOptions extends ChatReaderOptions {
  /** The family of the carriers in a response; absent where none are wanted. */
  readonly carriers?: string | undefined;
  /** Whether the caller of a response reads what tools at the vendor leave. */
  readonly hosted?: boolean;
}

/**
 * OpenAI's two dialects are served side by side, and proxies answer in the one when asked in the
 * other: what comes says which it is.
 */
export class EitherReader implements AnswerReader {
  readonly #options: EitherOptions;
  #reader: AnswerReader | undefined;

  constructor(options: EitherOptions) {
    this.#options = options;
  }

  event(event: unknown, parts: Part[]): void {
    this.#readerOf(event).event(event, parts);
  }

  whole(body: unknown, parts: Part[]): void {
    this.#readerOf(body).whole(body, parts);
  }

  end(parts: Part[]): void {
    this.#reader?.end?.(parts);
  }

  /** An error says in no other way than by its usage which of the two it belongs to. */
  used(parts: Part[], said?: unknown): void {
    if (this.#reader === undefined && "input_tokens" in fieldsOf(fieldsOf(said)["usage"]))
      this.#reader = new ResponsesReader(this.#options.scrub);

    const reader = said === undefined ? this.#reader : this.#readerOf(said);
    reader?.used(parts, said);
  }

  #readerOf(value: unknown): AnswerReader {
    if (this.#reader !== undefined) return this.#reader;

    if (isResponsesEvent(value)) {
      this.#reader = new ResponsesReader(this.#options.scrub, this.#options);
      return this.#reader;
    }
    const reader = new ChatReader(this.#options);
    // A first event of neither kind (a proxy's greeting) decides nothing.
    this.#reader = "choices" in fieldsOf(value) ? reader : undefined;
    return reader;
  }
}
