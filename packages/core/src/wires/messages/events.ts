import { type AnswerItem, paragraphBreak, type ThoughtItem } from "../../answer/answer-item.ts";
import type { Draft } from "../../answer/draft.ts";
import {
  type AnswerEvents,
  type AnswerFrame,
  type EndedAnswer,
  EventText,
  type FailedAnswer,
} from "../../answer/wire.ts";
import type { JsonObject } from "../../model-call/respond-call.ts";
import { messagesError } from "./failure.ts";
import { beginningReply, endOf, inputName, type MessagesFrame, toUsage } from "./reply.ts";

/**
 * Writes an answer as the events of this wire: one block after the other, indexes from 0. A block starts with its first
 * words, because an item without any has none. Deltas are written from prepared strings: only the text is escaped.
 */
export class MessageEvents extends EventText implements AnswerEvents {
  readonly #frame: AnswerFrame<MessagesFrame>;
  #index = 0;
  #isOpen = false;
  /** The open block's delta events up to the text. */
  #deltaStart = "";
  /** What ends the open call's input; undefined before its first characters. */
  #inputEnd: string | undefined;
  /** Of the text that has just ended; it waits for a next block. */
  #textSeal: string | undefined;

  constructor(answer: AnswerFrame<MessagesFrame>) {
    super();
    this.#frame = answer;
  }

  begin({ inputTokens }: { readonly inputTokens: number }): void {
    this.#write("message_start", { message: beginningReply(this.#frame, inputTokens) });
  }

  itemAdded(draft: Draft): void {
    if (draft.type !== "call") return;
    const { callId: id, name } = draft;
    this.#inputEnd = undefined;
    this.#open({ type: "tool_use", id, name, input: {} }, "input_json_delta", "partial_json");
  }

  paragraphAdded(draft: Draft): void {
    if (this.#isOpen) this.delta(draft, 0, paragraphBreak);
  }

  delta(draft: Draft, _outputIndex: number, delta: string): void {
    if (draft.type === "thought" && !this.#frame.asked.showsThoughts) return;
    if (!this.#isOpen) this.#openFor(draft);
    if (draft.type === "call" && this.#inputEnd === undefined) this.#beginInput(delta);
    else this.#writeDelta(delta);
  }

  /** As in a whole reply: a value that is no object is written under a name. */
  #beginInput(delta: string): void {
    const text = delta.trimStart();
    if (text === "") return;
    const isObject = text.startsWith("{");
    this.#inputEnd = isObject ? "" : "}";
    this.#writeDelta(isObject ? text : `{"${inputName}":${text}`);
  }

  #writeDelta(delta: string): void {
    this.written += `${this.#deltaStart}${JSON.stringify(delta)}}}\n\n`;
  }

  itemDone(item: AnswerItem): void {
    if (item.type === "call" && this.#inputEnd) this.#writeDelta(this.#inputEnd);
    if (item.type === "thought") this.#endThought(item);
    else if (item.type === "hosted") this.#writeHosted(item.item);
    else {
      if (item.type === "message" && this.#isOpen) this.#cite(item.annotations);
      this.#close();
    }
  }

  #cite(citations: readonly JsonObject[] = []): void {
    for (const citation of citations) {
      const delta = { type: "citations_delta", citation };
      this.#write("content_block_delta", { index: this.#index, delta });
    }
  }

  /** The input of a call comes as a delta, as readers of this wire expect it. */
  #writeHosted(block: JsonObject): void {
    const { input } = block;
    this.#open(
      input === undefined ? block : { ...block, input: {} },
      "input_json_delta",
      "partial_json",
    );
    if (input !== undefined) this.#writeDelta(JSON.stringify(input));
    this.#close();
  }

  /** A call that the answer's limit broke off is still open. */
  end(ended: EndedAnswer): void {
    this.#close();
    this.#write("message_delta", { delta: endOf(ended), usage: toUsage(ended) });
    this.written += frame("message_stop", "");
  }

  fail({ failure }: FailedAnswer): void {
    const { requestId } = this.#frame;
    this.#write("error", { error: messagesError(failure), request_id: requestId });
  }

  #openFor(draft: Draft): void {
    if (draft.type === "thought") this.#openThought();
    else this.#open({ type: "text", text: "" }, "text_delta", "text");
  }

  #openThought(): void {
    this.#open({ type: "thinking", thinking: "", signature: "" }, "thinking_delta", "thinking");
  }

  /** The signature comes once and whole: client libraries keep the last one and join nothing. */
  #endThought({ paragraphs, seal, of }: ThoughtItem): void {
    if (!this.#isOpen) {
      if (seal === undefined) return;
      if (paragraphs.length === 0) {
        if (of === "text") this.#textSeal = seal;
        else this.#writeSeal(seal);
        return;
      }
      this.#openThought();
    }
    const delta = { type: "signature_delta", signature: seal ?? "" };
    this.#write("content_block_delta", { index: this.#index, delta });
    this.#close();
  }

  #writeSeal(seal: string): void {
    this.#open({ type: "redacted_thinking", data: seal }, "", "");
    this.#close();
  }

  #open(block: object, deltaType: string, field: string): void {
    const seal = this.#textSeal;
    if (seal !== undefined) {
      this.#textSeal = undefined;
      this.#writeSeal(seal);
    }
    const index = this.#index;
    this.#write("content_block_start", { index, content_block: block });
    this.#deltaStart = `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":{"type":"${deltaType}","${field}":`;
    this.#isOpen = true;
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.written += frame("content_block_stop", `"index":${this.#index}`);
    this.#index += 1;
    this.#isOpen = false;
  }

  #write(type: string, fields: Readonly<Record<string, unknown>>): void {
    this.written += frame(type, JSON.stringify(fields).slice(1, -1));
  }
}

/**
 * One event as it is sent. Client libraries drop an event whose `event:` line is missing or differs from its type.
 * `fields` is the rest of its JSON, without braces.
 */
export function frame(type: string, fields: string): string {
  return `event: ${type}\ndata: {"type":"${type}"${fields === "" ? "" : `,${fields}`}}\n\n`;
}
