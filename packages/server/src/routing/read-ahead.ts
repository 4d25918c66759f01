import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { UpstreamError } from "../upstream/upstream-error.ts";
import type { CallRule } from "./call-rule.ts";
import { Progress } from "./progress.ts";
import type { ToldAtEnd } from "./told-at-end.ts";
import type { EndpointAttempt } from "./trial.ts";

/**
 * A model may think for minutes before its first content. After this long its thoughts count as the beginning of
 * the answer, so that the caller gets headers before a proxy in between times out.
 */
const longestSilenceMs = 15_000;

type Parts = readonly Part[];

const over = { done: true, value: undefined } as const;

interface Watch {
  readonly trial: EndpointAttempt;
  readonly rule: CallRule;
  readonly signal: AbortSignal;
  /** What the caller sees of thoughts is content. */
  readonly call: Pick<RespondCall, "thoughts" | "reasoning">;
  /** Null where what has come says what an answer has cost so far. */
  readonly toldAtEnd: ToldAtEnd | null;
  /** Called with the parts of an answer that failed before its first content: thoughts and usage. */
  readonly onLost: (parts: Parts) => void;
}

/** The parts of an answer, and whether only its end says what it cost. */
export interface AnswerParts extends AsyncIterable<Parts> {
  readonly isToldAtEnd: boolean;
}

/** Reads an answer up to its first content: until then another provider can still take over, unseen by the caller. */
export async function readAhead(answer: AsyncIterable<Parts>, watch: Watch): Promise<AnswerParts> {
  const { trial, rule, call, toldAtEnd } = watch;
  const progress = new Progress(trial, call);
  const upstream = answer[Symbol.asyncIterator]();
  const held: Parts[] = [];
  try {
    for (;;) {
      const { done, value } = await upstream.next();
      if (done === true) throw progress.endedEarly();
      held.push(value);
      toldAtEnd?.note(value);
      rule.enforce(value);
      const patient = value.length === 0 || trial.elapsedMs() <= longestSilenceMs;
      if (value.some((part) => isContent(part, call.thoughts)) || !patient) break;
    }
  } catch (thrown) {
    toldAtEnd?.end();
    await closed(upstream);
    watch.onLost(held.flat());
    throw thrown;
  }
  trial.serves();
  progress.begin();
  return new Relay(held, upstream, progress, watch);
}

/**
 * Yields what was read ahead, then the rest, and reports the end to the trial. Not a generator: a generator that is
 * closed before its first step never runs its `finally`. The step is not an async function either: it runs for
 * every few bytes of a stream.
 */
class Relay implements AsyncIterableIterator<Parts>, AnswerParts {
  readonly #held: Parts[];
  readonly #upstream: AsyncIterator<Parts>;
  readonly #trial: EndpointAttempt;
  readonly #rule: CallRule;
  readonly #signal: AbortSignal;
  readonly #progress: Progress;
  readonly #toldAtEnd: ToldAtEnd | null;
  /** Parts before the breach are still yielded: the caller gets the same however the bytes were cut. */
  #breach: UpstreamError | undefined;
  #ended = false;

  constructor(
    held: Parts[],
    upstream: AsyncIterator<Parts>,
    progress: Progress,
    { trial, rule, signal, toldAtEnd }: Watch,
  ) {
    this.#held = held;
    this.#upstream = upstream;
    this.#trial = trial;
    this.#rule = rule;
    this.#signal = signal;
    this.#progress = progress;
    this.#toldAtEnd = toldAtEnd;
  }

  get isToldAtEnd(): boolean {
    return this.#trial.isToldAtEnd;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Parts, undefined>> {
    if (this.#ended) return Promise.resolve(over);
    if (this.#breach !== undefined) return this.#fail(this.#breach);
    const held = this.#held.shift();
    return held === undefined
      ? this.#upstream.next().then(this.#take, this.#fail)
      : Promise.resolve(this.#handOn(held));
  }

  /** Closed before its end by the caller or by a failure of the gateway: the endpoint's health does not change. */
  async return(): Promise<IteratorResult<Parts, undefined>> {
    if (!this.#ended) {
      if (this.#progress.isOver) this.#succeed();
      else this.#trial.abandon();
      this.#ended = true;
      this.#toldAtEnd?.end();
      await closed(this.#upstream);
    }
    return over;
  }

  readonly #take = (read: IteratorResult<Parts>) => {
    if (read.done !== true) {
      this.#toldAtEnd?.note(read.value);
      return this.#judge(read.value);
    }
    if (!this.#progress.isOver) return this.#fail(this.#progress.endedEarly());
    this.#succeed();
    return over;
  };

  #judge(parts: Parts) {
    const place = this.#rule.breachIn(parts);
    if (place < 0) return this.#handOn(parts);
    const failure = this.#rule.failure(parts[place]);
    if (place === 0) return this.#fail(failure);
    this.#breach = failure;
    return this.#handOn(parts.slice(0, place));
  }

  #handOn(parts: Parts): IteratorResult<Parts, undefined> {
    this.#progress.note(parts);
    return { done: false, value: parts };
  }

  #succeed(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#toldAtEnd?.end();
    this.#progress.succeed();
  }

  readonly #fail = async (thrown: unknown): Promise<never> => {
    if (this.#ended) throw thrown;
    this.#ended = true;
    this.#toldAtEnd?.end();
    const error = this.#trial.end(thrown, this.#signal);
    await closed(this.#upstream);
    throw error;
  };
}

function isContent(part: Part, thoughts: RespondCall["thoughts"]): boolean {
  if (part.type === "reasoning") return thoughts !== undefined && part.text !== "";
  if (part.type === "carrier") return thoughts?.carriers === true;
  if (part.type === "text") return part.text !== "";
  return part.type === "call" || part.type === "arguments" || part.type === "finish";
}

/** Closing a failed stream may fail too; only the first failure counts. */
async function closed(upstream: AsyncIterator<Parts>): Promise<void> {
  try {
    await upstream.return?.();
  } catch {
    // The connection is closed in any case.
  }
}
