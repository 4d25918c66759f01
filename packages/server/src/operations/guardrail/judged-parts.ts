import { Answer } from "@portico/core/answer/answer";
import type { Part } from "@portico/core/model-call/parts";
import { Source, sourceOf, type Taker } from "../../source.ts";
import { pushAll } from "../generate/read-whole.ts";
import type { Guard } from "./guard.ts";
import { atWord, hasWords, isNoRemark, type Parts, type Run, replaced, runsOf } from "./runs.ts";

/** So much of what was passed is shown with the next piece. */
const contextCharacters = 200;

/**
 * An answer in pieces, each held back until it is judged: at the end of a word, when there is enough of it or it has waited for long.
 * The arguments of a tool are held back until all are there: a caller cannot use a part of them.
 */
export class JudgedParts extends Source<Parts> implements Taker<Parts> {
  /** All that was read, whether it was shown or not: what the provider bills. */
  readonly heard = new Answer();
  readonly #guard: Guard;
  readonly #upstream: Source<Parts>;
  readonly #answer: { readonly isToldAtEnd: boolean };
  readonly #showsThoughts: boolean;
  #taker: Taker<Parts> | null = null;
  #held: Part[] = [];
  #context = "";
  #timer: NodeJS.Timeout | undefined;
  #isLate = false;
  #isReading = false;
  #isJudging = false;
  #isClosed = false;
  /** What a vendor says of the former words does not fit any more. */
  #isChanged = false;
  /** How the upstream has ended. */
  #over: ((taker: Taker<Parts>) => void) | null = null;

  constructor(
    answer: AsyncIterable<Parts> & { readonly isToldAtEnd: boolean },
    guard: Guard,
    showsThoughts: boolean,
  ) {
    super();
    this.#answer = answer;
    this.#upstream = sourceOf(answer);
    this.#guard = guard;
    this.#showsThoughts = showsThoughts;
  }

  get isToldAtEnd(): boolean {
    return this.#answer.isToldAtEnd;
  }

  pull(taker: Taker<Parts>): void {
    this.#taker = taker;
    this.#goOn();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#upstream.close();
  }

  // The taker of the upstream's parts.

  take(parts: Parts): void {
    this.#isReading = false;
    try {
      pushAll(this.heard, parts);
    } catch (error) {
      this.fail(error);
      return;
    }
    this.#held.push(...(this.#isChanged ? parts.filter(isNoRemark) : parts));
    if (this.#timer === undefined && this.#hasWords)
      this.#timer = setTimeout(this.#onLate, this.#guard.settings.pieceMs).unref();
    this.#goOn();
  }

  end(): void {
    this.#isReading = false;
    this.#over = (taker) => taker.end();
    this.#goOn();
  }

  /** What is held was not judged, so it is not shown. */
  fail(error: unknown): void {
    this.#isReading = false;
    this.#held = [];
    this.#over = (taker) => taker.fail(error);
    this.#goOn();
  }

  readonly #onLate = (): void => {
    this.#isLate = true;
    this.#goOn();
  };

  #goOn(): void {
    const taker = this.#taker;
    if (taker === null || this.#isJudging || this.#isClosed) return;
    const isOver = this.#over !== null || this.#held.some(({ type }) => type === "finish");
    if (this.#held.length > 0 && (isOver || this.#isDue)) this.#give(isOver);
    else if (this.#over !== null) this.#hand(this.#over);
    else if (!this.#isReading) {
      this.#isReading = true;
      this.#upstream.pull(this);
    }
  }

  get #hasWords(): boolean {
    return this.#held.some((part) => hasWords(part, this.#showsThoughts));
  }

  get #isDue(): boolean {
    if (!this.#hasWords) return true;
    if (this.#held.some(({ type }) => type === "call" || type === "arguments")) return false;
    const length = this.#held.reduce(
      (sum, part) => sum + ("text" in part ? part.text.length : 0),
      0,
    );
    return this.#isLate || length >= this.#guard.settings.pieceCharacters;
  }

  /** Each pull is answered once. */
  #hand(give: (taker: Taker<Parts>) => void): void {
    const taker = this.#taker;
    this.#taker = null;
    if (taker !== null && !this.#isClosed) give(taker);
  }

  #give(isLast: boolean): void {
    const [piece, rest] = isLast ? [this.#held, []] : atWord(this.#held);
    this.#held = rest;
    clearTimeout(this.#timer);
    this.#isLate = false;
    this.#timer =
      rest.length === 0
        ? undefined
        : setTimeout(this.#onLate, this.#guard.settings.pieceMs).unref();
    const runs = runsOf(piece, this.#showsThoughts);
    // After the caller has left, only what it costs is of interest.
    if (runs.length === 0 || this.#guard.signal.aborted) {
      this.#hand((taker) => taker.take(piece));
      return;
    }
    this.#isJudging = true;
    this.#judged(piece, runs, isLast).then(
      (parts) => this.#done((taker) => taker.take(parts)),
      (error: unknown) => this.#done((taker) => taker.fail(error)),
    );
  }

  #done(give: (taker: Taker<Parts>) => void): void {
    this.#isJudging = false;
    this.#hand(give);
  }

  async #judged(piece: Parts, runs: readonly Run[], isLast: boolean): Promise<Parts> {
    const texts = runs.map(({ judged }) => judged);
    const unread = piece.filter(({ type }) => type === "hosted").length;
    const said = { texts, unread, context: this.#context, isLast };
    const changed = await this.#guard.judge("after", said);
    const shown = changed ?? texts.map(({ text }) => text);
    const words = texts.map(({ of }, index) => (of === "assistant" ? shown[index] : "")).join("");
    this.#context = (this.#context + words).slice(-contextCharacters);
    if (changed === null) return piece;
    this.#isChanged = true;
    return replaced(piece, runs, changed);
  }
}
