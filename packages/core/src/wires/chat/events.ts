import type { Schema } from "@portico/contract/facts";
import { type AnswerItem, paragraphBreak, type ThoughtItem } from "../../answer/answer-item.ts";
import type { CallDraft, Draft } from "../../answer/draft.ts";
import {
  type AnswerEvents,
  type AnswerFrame,
  type EndedAnswer,
  EventText,
  type FailedAnswer,
} from "../../answer/wire.ts";
import { FreeformText } from "../../model-call/freeform.ts";
import { chatError } from "./failure.ts";
import type { ChatFrame } from "./read-request.ts";
import { finishReason, toUsage } from "./reply.ts";
import { CallSeals, entryOf, maySealCall, ThoughtEntries, type Words } from "./thought-entries.ts";

const doneLine = "data: [DONE]\n\n";
/** What ends a chunk before the last one. */
const open = '},"finish_reason":null}]}\n\n';

/**
 * Writes an answer as chunks, in the order that `@portico/contract/chat-order` checks. A text, a thought or a call's
 * arguments are written from prepared strings: only the text itself is escaped.
 */
export class ChatEvents extends EventText implements AnswerEvents {
  /** A chunk up to its choices, and up to the fields of its delta. */
  readonly #head: string;
  readonly #delta: string;
  readonly #textStart: string;
  #calls = 0;
  #callStart = "";
  readonly #custom: ReadonlySet<string>;
  /** Reads the text of the open call of a custom tool. */
  #freeform: FreeformText | undefined;
  readonly #entries = new ThoughtEntries();
  readonly #seals = new CallSeals();
  /** Where the words of the open thought go; none before its first words. */
  #words: Words | undefined;
  /** Whether the answer has begun to say or call something. */
  #hasSaid = false;
  /** A seal that waits for the next item: where that is a call, it comes with the call. */
  #waiting: Pick<ThoughtItem, "seal" | "of"> = { of: "thought" };

  constructor({ id, createdAt, model, provider, asked }: AnswerFrame<ChatFrame>) {
    super();
    this.#custom = asked.freeform;
    const common = { id, object: "chat.completion.chunk", created: createdAt, model, provider };
    this.#head = `data: ${JSON.stringify(common).slice(0, -1)},`;
    this.#delta = `${this.#head}"choices":[{"index":0,"delta":{`;
    this.#textStart = `${this.#delta}"content":`;
  }

  begin(): void {
    this.written += `${this.#delta}"role":"assistant","content":""${open}`;
  }

  itemAdded(draft: Draft): void {
    if (draft.type === "call") this.#beginCall(draft);
    else this.#sealWaiting();
    this.#words = undefined;
    this.#hasSaid ||= draft.type !== "thought";
  }

  #beginCall({ callId, name }: CallDraft): void {
    const index = this.#calls;
    this.#calls += 1;
    const isCustom = this.#custom.has(name);
    const called = isCustom
      ? ({ index, id: callId, type: "custom", custom: { name, input: "" } } as const)
      : ({
          index,
          id: callId,
          type: "function",
          function: { name, arguments: "" },
          ...this.#seals.take(),
        } as const);
    const { seal } = this.#waiting;
    // One client keeps a seal only if it comes with the call that it belongs to.
    const details =
      seal === undefined ? {} : { reasoning_details: [this.#entries.seal(seal, callId)] };
    this.#forgetWaiting();
    this.#write({ tool_calls: [called], ...details });
    this.#freeform = isCustom ? new FreeformText() : undefined;
    const piece = isCustom ? '"custom":{"input":' : '"function":{"arguments":';
    this.#callStart = `${this.#delta}"tool_calls":[{"index":${index},${piece}`;
  }

  paragraphAdded(draft: Draft): void {
    if (draft.type === "thought") this.#think(draft.isSummary, paragraphBreak);
  }

  delta(draft: Draft, _outputIndex: number, delta: string): void {
    if (draft.type === "message")
      this.written += `${this.#textStart}${JSON.stringify(delta)}${open}`;
    else if (draft.type === "call") this.#goOn(this.#freeform?.push(delta) ?? delta);
    else if (draft.type === "thought") this.#think(draft.isSummary, delta);
  }

  /** A piece of the text of the open call. */
  #goOn(text: string): void {
    if (text !== "") this.written += `${this.#callStart}${JSON.stringify(text)}}}]${open}`;
  }

  itemDone(item: AnswerItem): void {
    if (item.type === "call") this.#goOn(this.#freeform?.end() ?? "");
    if (item.type !== "thought") return;
    this.#waiting = item;
    this.#seals.add(item.seal);
    if (!maySealCall(item, this.#hasSaid)) this.#sealWaiting();
  }

  /** The finish reason and the usage stand in one chunk: the shape that no client library breaks on. */
  end(ended: EndedAnswer): void {
    this.#sealWaiting();
    this.#last({}, finishReason(ended), {
      usage: toUsage(ended),
      service_tier: ended.usage.serviceTier ?? "default",
    });
    this.written += doneLine;
  }

  /** Said twice: each client library sees one of the two. */
  fail(failed: FailedAnswer): void {
    this.#sealWaiting();
    const error = chatError(failed.failure);
    this.#last({ content: "" }, "error", { usage: toUsage(failed), error });
    this.written += `data: ${JSON.stringify({ error })}\n\n${doneLine}`;
  }

  #think(isSummary: boolean, text: string): void {
    this.#words ??= this.#entries.words(isSummary);
    this.#write({ reasoning: text, reasoning_details: [entryOf(this.#words, text)] });
  }

  /** The seal of a call that did not begin is left out. */
  #sealWaiting(): void {
    const { seal, of } = this.#waiting;
    if (seal !== undefined && of !== "call")
      this.#write({ reasoning_details: [this.#entries.seal(seal)] });
    this.#forgetWaiting();
  }

  #forgetWaiting(): void {
    this.#waiting = { of: "thought" };
    this.#entries.close();
  }

  #write(delta: Schema<"ChatDelta">): void {
    this.written += `${this.#delta}${JSON.stringify(delta).slice(1, -1)}${open}`;
  }

  #last(
    delta: Schema<"ChatDelta">,
    reason: Schema<"ChatChunkChoice">["finish_reason"],
    more: Pick<Schema<"ChatChunk">, "usage" | "service_tier" | "error">,
  ): void {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    this.written += `${this.#head}${JSON.stringify({ choices, ...more }).slice(1)}\n\n`;
  }
}
