import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { closed, Source, sourceOf, type Taker } from "../source.ts";
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
  const upstream = sourceOf(answer);
  const held: Parts[] = [];
  try {
    for (;;) {
      const { done, value } = await upstream.next();
      if (done === true) throw progress.endedEarly();
      held.push(value);
      if (value.length > 0) trial.hasParts = true;
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

/** Gives what was read ahead, then the rest, and reports the end to the trial. */
class Relay extends Source<Parts> implements Taker<Parts>, AnswerParts {
  readonly #held: Parts[];
  readonly #upstream: Source<Parts>;
  readonly #trial: EndpointAttempt;
  readonly #rule: CallRule;
  readonly #signal: AbortSignal;
  readonly #progress: Progress;
  readonly #toldAtEnd: ToldAtEnd | null;
  #taker: Taker<Parts> | undefined;
  /** Parts before the breach are still given: the caller gets the same however the bytes were cut. */
  #breach: UpstreamError | undefined;
  #ended = false;

  constructor(
    held: Parts[],
    upstream: Source<Parts>,
    progress: Progress,
    { trial, rule, signal, toldAtEnd }: Watch,
  ) {
    super();
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

  pull(taker: Taker<Parts>): void {
    this.#taker = taker;
    const held = this.#held.shift();
    if (this.#ended) taker.end();
    else if (this.#breach !== undefined) this.fail(this.#breach);
    else if (held === undefined) this.#upstream.pull(this);
    else this.#handOn(held);
  }

  /** Closed before its end by the caller or by a failure of the gateway: the endpoint's health does not change. */
  async close(): Promise<void> {
    if (this.#ended) return;
    if (this.#progress.isOver) this.#succeed();
    else this.#trial.abandon();
    this.#ended = true;
    this.#toldAtEnd?.end();
    await closed(this.#upstream);
  }

  // The taker of the upstream's parts.

  take(parts: Parts): void {
    this.#toldAtEnd?.note(parts);
    const place = this.#rule.breachIn(parts);
    if (place < 0) {
      this.#handOn(parts);
      return;
    }
    this.#breach = this.#rule.failure(parts[place]);
    if (place > 0) this.#handOn(parts.slice(0, place));
    else this.fail(this.#breach);
  }

  end(): void {
    if (!this.#progress.isOver) {
      this.fail(this.#progress.endedEarly());
      return;
    }
    this.#succeed();
    this.#taker?.end();
  }

  fail(thrown: unknown): void {
    if (this.#ended) {
      this.#taker?.fail(thrown);
      return;
    }
    this.#ended = true;
    this.#toldAtEnd?.end();
    const error = this.#trial.end(thrown, this.#signal);
    void closed(this.#upstream).then(() => this.#taker?.fail(error));
  }

  #handOn(parts: Parts): void {
    this.#progress.note(parts);
    this.#taker?.take(parts);
  }

  #succeed(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#toldAtEnd?.end();
    this.#progress.succeed();
  }
}

function isContent(part: Part, thoughts: RespondCall["thoughts"]): boolean {
  if (part.type === "reasoning") return thoughts !== undefined && part.text !== "";
  if (part.type === "carrier") return thoughts?.carriers === true;
  if (part.type === "text") return part.text !== "";
  return ["call", "arguments", "hosted", "finish"].includes(part.type);
}
