import type { AnswerItem } from "./answer-item.ts";
import { checkItems } from "./answer-limits.ts";
import {
  type Draft,
  type GrowingPiece,
  isEmptyCall,
  type SealThought,
  type ThoughtDraft,
  toItem,
} from "./draft.ts";
import { splitPair } from "./growing-text.ts";
import { HostedParts } from "./hosted-parts.ts";

/** Receives each step of an answer in the order in which callers may see it: one item after the other. */
export interface AnswerListener {
  itemAdded(draft: Draft, outputIndex: number): void;
  /** A further paragraph of a thought begins. */
  paragraphAdded(draft: Draft, outputIndex: number): void;
  delta(draft: Draft, outputIndex: number, delta: string): void;
  itemDone(item: AnswerItem, outputIndex: number): void;
}

/**
 * The items of an answer, shown strictly one after the other. Parts of a later item wait while an earlier one is open
 * (some upstreams interleave parallel calls); a call closes when its arguments are complete.
 */
export class ItemQueue {
  readonly #listener: AnswerListener | undefined;
  readonly #seal: SealThought | undefined;
  readonly #drafts: Draft[] = [];
  readonly #done: AnswerItem[] = [];
  readonly hosted = new HostedParts(this);

  constructor(listener: AnswerListener | undefined, seal: SealThought | undefined) {
    this.#listener = listener;
    this.#seal = seal;
  }

  /** All items, those included that are not shown yet. */
  get drafts(): readonly Draft[] {
    return this.#drafts;
  }

  get done(): readonly AnswerItem[] {
    return this.#done;
  }

  /** The last item, if it may still grow. */
  get lastOpen(): Draft | undefined {
    const last = this.#drafts.at(-1);
    return last?.isDone === true ? undefined : last;
  }

  /** The items of a failed answer: an open message is cut short, an open call or thought is left out. */
  soFar(): AnswerItem[] {
    const open = this.#drafts[this.#done.length];
    if (open?.type !== "message" || open.text.length === 0) return [...this.#done];
    return [...this.#done, toItem(open, false, undefined)];
  }

  add<Kind extends Draft>(draft: Kind): Kind {
    this.#drafts.push(draft);
    checkItems(this.#drafts.length);
    if (this.#drafts.length === this.#done.length + 1) this.#show(draft);
    else this.advance();
    return draft;
  }

  /** A further paragraph of this thought begins: the one before it is complete. */
  paragraph(draft: ThoughtDraft): void {
    this.#finish(draft, draft.paragraphs.at(-2));
  }

  /** Adds to a piece of this item. */
  write(draft: Draft, piece: GrowingPiece, delta: string): void {
    const [whole, half] = splitPair(piece.heldBack + delta);
    piece.heldBack = half;
    this.#append(draft, piece, whole);
  }

  /** Callers see a paragraph from its first words on. */
  #append(draft: Draft, piece: GrowingPiece, text: string): void {
    if (text === "") return;
    const isCurrent = this.#isCurrent(draft);
    const begins =
      piece.text.length === 0 && draft.type === "thought" && piece !== draft.paragraphs[0];
    piece.text.append(text);
    if (!isCurrent) return;
    if (begins) this.#listener?.paragraphAdded(draft, this.#done.length);
    this.#listener?.delta(draft, this.#done.length, text);
  }

  /** Closes complete items while other items wait behind them. */
  advance(): void {
    while (this.#done.length < this.#drafts.length - 1) {
      if (!this.#mayClose(this.#drafts[this.#done.length])) return;
      this.#closeCurrent(true);
    }
  }

  /** Closes what is open. Of an answer that is not whole, a call without complete arguments and all after it are left out. */
  end(isWhole: boolean): void {
    while (this.#done.length < this.#drafts.length) {
      if (!isWhole && !this.#mayClose(this.#drafts[this.#done.length])) return;
      const isLast = this.#done.length === this.#drafts.length - 1;
      this.#closeCurrent(isWhole || !isLast);
    }
  }

  #isCurrent(draft: Draft): boolean {
    return this.#drafts[this.#done.length] === draft;
  }

  #mayClose(draft: Draft | undefined): boolean {
    return draft?.type !== "call" || draft.progress.isComplete;
  }

  #show(draft: Draft): void {
    const outputIndex = this.#done.length;
    this.#listener?.itemAdded(draft, outputIndex);
    for (const [index, { text }] of piecesOf(draft).entries()) {
      if (text.length === 0) continue;
      if (index > 0) this.#listener?.paragraphAdded(draft, outputIndex);
      this.#listener?.delta(draft, outputIndex, text.toString());
    }
  }

  #closeCurrent(isWhole: boolean): void {
    const outputIndex = this.#done.length;
    const draft = this.#drafts[outputIndex];
    if (draft === undefined) return;
    this.#complete(draft);
    const item = toItem(draft, isWhole, this.#seal);
    draft.isDone = true;
    this.#done.push(item);
    this.#listener?.itemDone(item, outputIndex);
    const next = this.#drafts[outputIndex + 1];
    if (next !== undefined) this.#show(next);
  }

  /** Writes what is missing at an item's end: a held-back half character, or `{}` for a call without arguments. */
  #complete(draft: Draft): void {
    this.#finish(draft, piecesOf(draft).at(-1), isEmptyCall(draft) ? "{}" : "");
  }

  #finish(draft: Draft, piece: GrowingPiece | undefined, more = ""): void {
    const rest = (piece?.heldBack ?? "") + more;
    if (piece === undefined || rest === "") return;
    piece.heldBack = "";
    this.#append(draft, piece, rest);
  }
}

/** What of an item comes in pieces. */
function piecesOf(draft: Draft): readonly GrowingPiece[] {
  if (draft.type === "hosted") return [];
  return draft.type === "thought" ? draft.paragraphs : [draft];
}
