import { UpstreamError, type UpstreamFailure } from "../providers/upstream-error.ts";
import type { AttemptFact } from "./attempt-failed.ts";
import type { Candidate } from "./candidates.ts";
import type { Permit } from "./circuit.ts";
import { endpointKey, type Health, type Observation } from "./health.ts";

export interface TrialParts {
  readonly health: Health;
  readonly nowMs: () => number;
}

/** Says nothing about the endpoint: the request, or the workspace's own account, is at fault. */
const blameless: ReadonlySet<UpstreamFailure> = new Set(["rejected", "modelNotFound"]);
const accountsOwn: ReadonlySet<UpstreamFailure> = new Set(["rateLimited", "credential"]);

/** One try at one endpoint, from the leave to ask it to what is known of it afterwards. */
export class Trial {
  readonly candidate: Candidate;
  readonly #parts: TrialParts;
  readonly #permit: Permit;
  /** The request's record of tries; this one keeps its own line of it up to date. */
  readonly #facts: AttemptFact[];
  readonly #startedAtMs: number;
  #line: number | null = null;

  constructor(parts: TrialParts, candidate: Candidate, permit: Permit, facts: AttemptFact[]) {
    this.candidate = candidate;
    this.#parts = parts;
    this.#permit = permit;
    this.#facts = facts;
    this.#startedAtMs = parts.nowMs();
  }

  elapsedMs(): number {
    return Math.round(this.#parts.nowMs() - this.#startedAtMs);
  }

  /** It has begun to serve; how it ends is not known yet. */
  serves(): void {
    this.#note(200, null);
  }

  succeed(observation: Omit<Observation, "succeeded">): void {
    this.#note(200, null);
    this.#permit.succeed();
    this.#observe({ ...observation, succeeded: true });
  }

  /** What was thrown, as routing judges it; what a caller who leaves breaks off is nobody's fault. */
  end(thrown: unknown, signal: AbortSignal): UpstreamError {
    const error = this.#asUpstreamError(thrown);
    if (signal.aborted) this.abandon();
    else this.#fail(error);
    return error;
  }

  /** The caller left before it was known how this would end. */
  abandon(): void {
    this.#note(null, "aborted");
    this.#permit.release();
  }

  #fail(error: UpstreamError): void {
    this.#note(error.status ?? null, error.failure);
    const permit = this.#permit;
    const excused =
      blameless.has(error.failure) || (this.candidate.byok && accountsOwn.has(error.failure));
    if (error.failure === "rejected") permit.succeed();
    else if (excused) permit.release();
    else {
      permit.fail();
      this.#observe({ succeeded: false });
    }
  }

  /** A provider's bug is an unusable answer. */
  #asUpstreamError(thrown: unknown): UpstreamError {
    if (thrown instanceof UpstreamError) return thrown;
    const { provider } = this.candidate.endpoint;
    return new UpstreamError(provider, "malformed", `${provider} could not be understood.`, {
      cause: thrown,
    });
  }

  #observe(observation: Observation): void {
    this.#parts.health.observe(endpointKey(this.candidate.endpoint), observation);
  }

  #note(status: number | null, failure: string | null): void {
    const { provider, upstreamModel } = this.candidate.endpoint;
    const fact = { provider, upstreamModel, status, failure, latencyMs: this.elapsedMs() };
    this.#line ??= this.#facts.length;
    this.#facts[this.#line] = fact;
  }
}
