import type { Part, Provider } from "../providers/provider.ts";
import { UpstreamError } from "../providers/upstream-error.ts";
import type { RespondAttempt } from "./attempt.ts";
import type { Candidate } from "./candidates.ts";
import type { Trial } from "./trial.ts";

type Parts = AsyncIterable<readonly Part[]>;

/** Reads a candidate's answer to its end; what it throws is that candidate's failure. */
export type ReadWhole<Answer> = (parts: Parts, candidate: Candidate) => Promise<Answer>;

/** One try for a caller who sees nothing before the end: until then another provider can still take over. */
export async function respondWhole<Answer>(
  request: RespondAttempt,
  trial: Trial,
  respond: NonNullable<Provider["respond"]>,
  read: ReadWhole<Answer>,
): Promise<Answer> {
  const { candidate } = trial;
  const observed = new ObservedParts(respond(request.call(candidate), request.signal), trial);
  const answer = await read(observed, candidate);
  const seconds = Math.max(trial.elapsedMs() / 1000, 0.001);
  trial.succeed({
    latencyMs: observed.firstMs ?? trial.elapsedMs(),
    ...(observed.outputTokens > 0 && { tokensPerSecond: observed.outputTokens / seconds }),
  });
  return answer;
}

/** The parts as they come, with what the statistics need to know of them; ends only after a `finish`. */
class ObservedParts implements AsyncIterableIterator<readonly Part[]> {
  readonly #parts: AsyncIterator<readonly Part[]>;
  readonly #trial: Trial;
  #finished = false;
  firstMs: number | undefined;
  outputTokens = 0;

  constructor(parts: Parts, trial: Trial) {
    this.#parts = parts[Symbol.asyncIterator]();
    this.#trial = trial;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<readonly Part[], undefined>> {
    const { done, value } = await this.#parts.next();
    if (done !== true) {
      this.firstMs ??= this.#trial.elapsedMs();
      for (const part of value) this.#note(part);
      return { done: false, value };
    }
    const { provider } = this.#trial.candidate.endpoint;
    if (!this.#finished)
      throw new UpstreamError(provider, "cut", `${provider} ended its answer before its end.`);
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<readonly Part[], undefined>> {
    await this.#parts.return?.();
    return { done: true, value: undefined };
  }

  #note(part: Part): void {
    if (part.type === "usage") this.outputTokens = part.usage.outputTokens;
    if (part.type === "finish") this.#finished = true;
  }
}
