import { Answer, type AnswerOptions } from "@portico/core/answer/answer";
import {
  type AnswerEvents,
  type Charged,
  nothingCharged,
  type ToldFailure,
} from "@portico/core/answer/wire";
import type { FinishReason, Part, TokenUsage } from "@portico/core/model-call/parts";
import { stopReason } from "../errors.ts";
import { Source, sourceOf, type Taker } from "../source.ts";

/** How an answer ended, for the ledger. */
export type AnswerOutcome =
  | { readonly type: "ended"; readonly reason: FinishReason }
  /** The upstream broke off, or its parts are not a valid answer. */
  | { readonly type: "failed"; readonly error: unknown }
  /** The caller has left, perhaps before the upstream broke off. */
  | { readonly type: "abandoned"; readonly error?: unknown };

/**
 * Books the usage, and resolves once that is durable, with the usage that the reply shows. Called
 * exactly once for each answer.
 */
export type SettleAnswer = (answer: Answer, outcome: AnswerOutcome) => Promise<Charged>;

/** Ends an answer that is longer than was paid for. */
export interface OutputGate {
  /** The next parts that may be shown: all of them, until the limit is reached. */
  pass(parts: readonly Part[], answer: Answer): readonly Part[] | Promise<readonly Part[]>;
  /** The parts beyond the limit; null until it is reached. */
  readonly beyond: readonly Part[] | null;
}

export interface AnswerStreamParts {
  /** Where only the end says what an answer cost, the rest is read without the caller. */
  readonly parts: AsyncIterable<readonly Part[]> & { readonly isToldAtEnd?: boolean };
  readonly events: AnswerEvents;
  /** Estimates the input's tokens, for wires that start with them. */
  readonly inputTokens: (() => Promise<number>) | null;
  readonly gate: OutputGate;
  readonly answer: Omit<AnswerOptions, "listener">;
  /** Aborted when the caller hangs up, or, with a GatewayError as its reason, when the stream must end. */
  readonly signal: AbortSignal;
  readonly settle: SettleAnswer;
  readonly explain: (error: unknown) => ToldFailure;
  readonly nowMs: () => number;
}

/** A fast upstream sends a full buffer at a time; its events wait for a slow reader in pieces of this size. */
const largestPiece = 16 * 1024;

/**
 * An answer as events: a string for each read of the upstream (several for a large one), the last one with the end. The reader
 * sets the pace of the upstream. The terminal event is written after settling, so that a settlement that fails can still end
 * the stream truthfully.
 */
export class AnswerStream extends Source<string> implements Taker<readonly Part[]> {
  readonly #parts: AnswerStreamParts;
  readonly #upstream: Source<readonly Part[]>;
  readonly #writer: AnswerEvents;
  readonly #answer: Answer;
  #taker: Taker<string> | undefined;
  /** The last read of the upstream, and how many of its parts have been written. */
  #batch: readonly Part[] = [];
  #taken = 0;
  #hasBegun = false;
  #isOver = false;
  #hasEnded = false;

  constructor(parts: AnswerStreamParts) {
    super();
    this.#parts = parts;
    this.#upstream = sourceOf(parts.parts);
    this.#writer = parts.events;
    this.#answer = new Answer({ ...parts.answer, listener: this.#writer });
  }

  /** Whether the last string was given: the stream has told how it ended. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** A sentence for the caller beside the answer, once that has ended. */
  get notice(): string | undefined {
    return this.#answer.finish?.notice;
  }

  pull(taker: Taker<string>): void {
    this.#taker = taker;
    if (this.#isOver) taker.end();
    else this.#step();
  }

  /** Closed before its end: the caller has hung up. */
  async close(): Promise<void> {
    if (!this.#isOver) await this.#abandon();
  }

  #step(): void {
    const { signal, gate } = this.#parts;
    let written = "";
    try {
      // Parts that wait for a slow reader are dropped too.
      signal.throwIfAborted();
      written = this.#writePiece();
    } catch (error) {
      this.fail(error);
      return;
    }
    if (written !== "") this.#taker?.take(written);
    else if (gate.beyond !== null) this.#cutOff(gate.beyond).catch(this.#fail);
    else this.#upstream.pull(this);
  }

  take(parts: readonly Part[]): void {
    const { inputTokens } = this.#parts;
    const isTold = this.#hasBegun || inputTokens === null;
    const known = isTold ? 0 : usageIn(parts)?.inputTokens;
    if (known !== undefined) this.#goOn(parts, known);
    else inputTokens?.().then((estimate) => this.#goOn(parts, estimate), this.#fail);
  }

  end(): void {
    this.#end().catch(this.#fail);
  }

  fail(error: unknown): void {
    this.#fail(error);
  }

  #goOn(parts: readonly Part[], inputTokens: number): void {
    try {
      this.#begin(inputTokens);
      const passed = this.#parts.gate.pass(parts, this.#answer);
      if (passed instanceof Promise) passed.then(this.#write, this.#fail);
      else this.#write(passed);
    } catch (error) {
      this.fail(error);
    }
  }

  readonly #write = (batch: readonly Part[]): void => {
    this.#batch = batch;
    this.#taken = 0;
    this.#step();
  };

  /** Closes the upstream, which would otherwise go on at the operator's cost. */
  async #cutOff(beyond: readonly Part[]): Promise<void> {
    this.#answer.cutOff(beyond);
    await this.#upstream.close();
    await this.#end();
  }

  /** Written together with the first content, in one write. */
  #begin(inputTokens = 0): void {
    if (!this.#hasBegun) this.#writer.begin({ inputTokens });
    this.#hasBegun = true;
  }

  #writePiece(): string {
    while (this.#taken < this.#batch.length && this.#writer.length < largestPiece) {
      const part = this.#batch[this.#taken];
      this.#taken += 1;
      if (part !== undefined) this.#answer.push(part);
    }
    return this.#writer.take();
  }

  async #end(): Promise<void> {
    const reason = this.#answer.end();
    this.#isOver = true;
    try {
      const charged = await this.#parts.settle(this.#answer, { type: "ended", reason });
      const endedAt = Math.floor(this.#parts.nowMs() / 1000);
      const { output: items, finish } = this.#answer;
      const stopSequence = finish?.stopSequence;
      this.#writer.end({ items, reason, stopSequence, endedAt, ...charged });
    } catch (error) {
      this.#writeFailure(error, nothingCharged);
    }
    this.#giveLast();
  }

  /** The head may have gone long ago; a comment is no event, whichever wire is read. */
  #giveLast(): void {
    this.#hasEnded = true;
    const comment = this.notice === undefined ? "" : `: X-Portico-Notice: ${this.notice}\n\n`;
    this.#taker?.take(comment + this.#writer.take());
  }

  readonly #fail = (error: unknown): void => {
    this.#endAs(error).catch((second: unknown) => this.#taker?.fail(second));
  };

  async #endAs(thrown: unknown): Promise<void> {
    const { signal } = this.#parts;
    const stopped = stopReason(signal);
    if (signal.aborted && stopped === null) {
      await this.#abandon();
      this.#taker?.end();
      return;
    }
    const error = stopped ?? thrown;
    this.#isOver = true;
    this.#countBatch();
    await this.#upstream.close();
    try {
      this.#writeFailure(error, await this.#parts.settle(this.#answer, { type: "failed", error }));
    } catch (settlingError) {
      this.#writeFailure(settlingError, nothingCharged);
    }
    this.#giveLast();
  }

  async #abandon(): Promise<void> {
    this.#isOver = true;
    const error = await this.#readOn();
    await this.#upstream.close();
    await this.#parts.settle(this.#answer, { type: "abandoned", error });
  }

  /** Counts the rest of the answer as far as its cost depends on it. Returns why it broke off, if it did. */
  async #readOn(): Promise<unknown> {
    const { parts, gate } = this.#parts;
    this.#countBatch();
    try {
      while (parts.isToldAtEnd === true && gate.beyond === null) {
        const read = await this.#upstream.next();
        if (read.done === true) return undefined;
        this.#batch = await gate.pass(read.value, this.#answer);
        this.#countBatch();
      }
      if (gate.beyond !== null) this.#answer.cutOff(gate.beyond);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** Parts that are not shown, as those after an invalid one, may hold the usage. */
  #countBatch(): void {
    for (const part of this.#batch.slice(this.#taken)) this.#answer.count(part);
    this.#batch = [];
    this.#taken = 0;
  }

  #writeFailure(error: unknown, charged: Charged): void {
    this.#begin();
    const failure = this.#parts.explain(error);
    this.#writer.fail({ items: this.#answer.outputSoFar(), failure, ...charged });
  }
}

function usageIn(parts: readonly Part[]): TokenUsage | undefined {
  return parts.findLast((part) => part.type === "usage")?.usage;
}
