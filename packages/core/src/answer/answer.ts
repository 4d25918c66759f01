import type { Carrier } from "../model-call/carrier.ts";
import type { Finish, Part, Reasoning, Text, TokenUsage } from "../model-call/parts.ts";
import type { AnswerItem } from "./answer-item.ts";
import {
  checkArguments,
  checkCharacters,
  checkName,
  isCallId,
  MalformedAnswer,
} from "./answer-limits.ts";
import { AnswerTally, type Uncounted } from "./answer-tally.ts";
import {
  type CallDraft,
  type MessageDraft,
  newCall,
  newMessage,
  newThought,
  paragraphFor,
  type SealThought,
  type ThoughtDraft,
} from "./draft.ts";
import { type AnswerListener, ItemQueue } from "./item-queue.ts";

export interface AnswerOptions {
  readonly listener?: AnswerListener;
  /** The call ids of the conversation so far: the answer does not use them again. */
  readonly usedCallIds?: Iterable<string>;
  /** Thoughts become items. Without this they are counted only. */
  readonly showsThoughts?: boolean;
  readonly seal?: SealThought;
  /** Makes the ids of items, and of calls that come without one. */
  readonly newId?: () => string;
}

/** An answer that grows. It reads a provider's parts for the plain reply and for the stream alike. */
export class Answer {
  readonly #items: ItemQueue;
  readonly #usedCallIds: Set<string>;
  readonly #calls = new Map<string, CallDraft>();
  readonly #showsThoughts: boolean;
  readonly #showsSeals: boolean;
  readonly #newId: () => string;
  #characters = 0;
  readonly #tally = new AnswerTally();
  #isCutOff = false;
  #finish: Finish | undefined;

  constructor(options: AnswerOptions = {}) {
    const { listener, usedCallIds = [], showsThoughts = false, seal } = options;
    this.#newId = options.newId ?? newId;
    this.#items = new ItemQueue(listener, seal);
    this.#usedCallIds = new Set(usedCallIds);
    this.#showsThoughts = showsThoughts;
    this.#showsSeals = seal !== undefined;
  }

  get output(): readonly AnswerItem[] {
    return this.#items.done;
  }

  /** Whether the upstream has sent its final event. */
  get isWhole(): boolean {
    return this.#finish !== undefined && !this.#isCutOff;
  }

  /** What its upstream said at the end, once it has ended. */
  get finish(): Finish | undefined {
    return this.#finish;
  }

  get usage(): TokenUsage | undefined {
    return this.#tally.usage;
  }

  /** Whether any part has come: text, a thought, or usage. */
  get hasCome(): boolean {
    return this.usage !== undefined || this.#characters > 0 || this.#items.drafts.length > 0;
  }

  /** What the model has written, shown or not, since the upstream's last usage. */
  get uncounted(): Uncounted {
    return this.#tally.uncounted(this.#items.drafts);
  }

  /**
   * The upstream has ended properly: closes the open items. If it stopped early (length, filter), a call without
   * complete arguments and all items after it are left out.
   */
  end(): Finish["reason"] {
    if (this.#finish === undefined)
      throw new MalformedAnswer("The provider ended its answer without saying why.");
    const { reason } = this.#finish;
    const isWhole = reason === "stop" || reason === "pause";
    const hasContent = this.#items.drafts.some(({ type }) => type !== "thought");
    if (isWhole && !hasContent) this.#items.add(newMessage(this.#newId()));
    this.#items.end(isWhole);
    return reason;
  }

  /** The items of a failed response: an open message is `incomplete`, an open call is left out. */
  outputSoFar(): AnswerItem[] {
    return this.#items.soFar();
  }

  push(part: Part): void {
    switch (part.type) {
      case "text":
        this.#pushText(part);
        return;
      case "call":
        this.#pushCall(part);
        return;
      case "arguments":
        this.#pushArguments(part.key, part.delta);
        return;
      case "reasoning":
        this.#pushThought(part);
        return;
      case "carrier":
        this.#pushCarrier(part.carrier);
        return;
      case "hosted":
      case "annotations":
        this.count(part);
        this.#items.hosted.push(part);
        return;
      default:
        this.count(part);
    }
  }

  /** Counts a part that is not shown: a thought, or a part after the answer failed or reached its limit. */
  count(part: Part): void {
    switch (part.type) {
      case "reasoning":
        this.#grow(part.text);
        this.#tally.addThought(part.text);
        return;
      case "usage":
        this.#tally.takeUsage(part.usage, this.#items.drafts, this.#items.done.length);
        return;
      case "hosted":
        this.#tally.addHosted(part.item);
        return;
      case "carrier":
      case "annotations":
        return;
      case "finish":
        this.#finish ??= part;
        return;
      default:
        this.#tally.addBeyond(part);
    }
  }

  /** Ends the answer as too long. The parts beyond the limit are counted, not shown. */
  cutOff(beyond: readonly Part[]): void {
    for (const part of beyond) this.count(part);
    this.#isCutOff = this.#finish === undefined;
    this.#finish = { ...this.#finish, type: "finish", reason: "length" };
  }

  #pushText({ text, isApart }: Text): void {
    if (text === "") return;
    const last = this.#items.lastOpen;
    const goesOn = last?.type === "message" && !isApart;
    this.#append(goesOn ? last : this.#items.add(newMessage(this.#newId())), text);
  }

  #pushCall(part: Extract<Part, { type: "call" }>): void {
    if (this.#calls.has(part.key)) return;
    checkName(part.name);
    const draft = newCall(this.#newId(), this.#unusedCallId(part.callId), part.name);
    this.#calls.set(part.key, draft);
    this.#tally.addShown();
    this.#items.add(draft);
  }

  #pushArguments(key: string, delta: string): void {
    const draft = this.#calls.get(key);
    if (draft === undefined)
      throw new MalformedAnswer("The provider sent arguments without a function call.");
    if (draft.isDone && delta.trim() === "") return;
    if (draft.isDone)
      throw new MalformedAnswer("The provider went on after the end of a call's arguments.");
    checkArguments(draft.text.length + delta.length);
    draft.progress.push(delta);
    this.#append(draft, delta);
    this.#items.advance();
  }

  #pushThought(part: Reasoning): void {
    this.count(part);
    if (!this.#showsThoughts || part.text === "") return;
    const open = this.#openThought();
    const draft = open ?? this.#items.add(newThought(this.#newId(), "thought", part.isSummary));
    const { piece, isNew } = paragraphFor(draft, part);
    if (isNew && draft.paragraphs.length > 1) this.#items.paragraph(draft);
    this.#items.write(draft, piece, part.text);
  }

  /** A carrier ends the thought before it; one that belongs to something else is an item without words, where seals are shown. */
  #pushCarrier(carrier: Carrier): void {
    if (!this.#showsThoughts) return;
    this.#grow(carrier.data);
    const open = carrier.of === "thought" ? this.#openThought() : undefined;
    if (open === undefined && !this.#showsSeals) return;
    const draft = open ?? this.#items.add(newThought(this.#newId(), carrier.of));
    draft.carrier = carrier;
  }

  #openThought(): ThoughtDraft | undefined {
    const last = this.#items.lastOpen;
    return last?.type === "thought" && last.carrier === undefined ? last : undefined;
  }

  #unusedCallId(wanted: string | undefined): string {
    const callId =
      isCallId(wanted) && !this.#usedCallIds.has(wanted) ? wanted : `call_${this.#newId()}`;
    this.#usedCallIds.add(callId);
    return callId;
  }

  #append(draft: MessageDraft | CallDraft, delta: string): void {
    this.#tally.addShown();
    this.#grow(delta);
    this.#items.write(draft, draft, delta);
  }

  #grow(text: string): void {
    this.#characters += text.length;
    checkCharacters(this.#characters);
  }
}

const idBytes = 12;

/** Random bytes for many ids at a time: the call of the operating system is most of an id's cost. */
const pool = new Uint8Array(idBytes * 512);
let taken = pool.length;
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** An id that is unique across threads. Short, because every event of a stream repeats it. */
function newId(): string {
  if (taken === pool.length) {
    crypto.getRandomValues(pool);
    taken = 0;
  }
  let id = "";
  for (const end = taken + idBytes; taken < end; taken += 1) id += hex[pool[taken] ?? 0];
  return id;
}
