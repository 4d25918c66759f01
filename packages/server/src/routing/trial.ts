import type { AttemptRecord } from "../model-call/endpoint-facts.ts";
import { UpstreamError, type UpstreamFailure } from "../upstream/upstream-error.ts";
import { type Candidate, endpointKey } from "./catalog.ts";
import type { Permit } from "./circuit.ts";
import type { RoutingCaller } from "./circuits.ts";
import type { Health, Observation } from "./health.ts";

export interface TrialParts {
  readonly health: Health;
  readonly nowMs: () => number;
}

/** The request caused the failure: the endpoint itself works. */
const requestsOwn: ReadonlySet<UpstreamFailure> = new Set(["rejected", "tooLarge"]);
/** With a workspace's own credential the failure concerns that account and says nothing about the endpoint. */
const accountsOwn: ReadonlySet<UpstreamFailure> = new Set([
  "rateLimited",
  "credential",
  "unpaid",
  "modelNotFound",
]);
/** Thrown by the gateway before it asked, if the error carries no status of the upstream. */
const saidUnasked: ReadonlySet<UpstreamFailure> = new Set(["rejected", "credential", "unopened"]);

export interface TrialOf {
  readonly candidate: Candidate;
  readonly asker: RoutingCaller;
  readonly permit: Permit;
  readonly course?: RequestTiming | undefined;
}

/** One attempt at one endpoint, from its permit to its result. */
export class EndpointAttempt {
  readonly candidate: Candidate;
  /** The answer's cost is unknown until it ends. */
  isToldAtEnd = false;
  /** The name of the credential that was asked by, where the provider has several. */
  credential: string | undefined;
  /** Something of an answer has come. */
  hasParts = false;
  readonly #parts: TrialParts;
  readonly #asker: RoutingCaller;
  readonly #permit: Permit;
  /** The request's list of attempts; this trial keeps its own line up to date. */
  readonly #facts: AttemptRecord[];
  readonly #startedAtMs: number;
  readonly #course: RequestTiming | undefined;
  #line: number | null = null;

  constructor(
    parts: TrialParts,
    { candidate, asker, permit, course }: TrialOf,
    facts: AttemptRecord[],
  ) {
    this.candidate = candidate;
    this.#asker = asker;
    this.#parts = parts;
    this.#permit = permit;
    this.#facts = facts;
    this.#startedAtMs = parts.nowMs();
    this.#course = course;
  }

  /** Its model has counted thoughts that no request had asked for. */
  get hasThoughtUnasked(): boolean {
    return this.#parts.health.hasThoughtUnasked(endpointKey(this.candidate.endpoint));
  }

  elapsedMs(): number {
    return Math.round(this.#tookMs());
  }

  /** The request waits no longer for this attempt, whether it has ended or serves a stream. */
  leave(): void {
    if (this.#course !== undefined) this.#course.upstreamMs += this.#tookMs();
  }

  /** The answer has begun; its end is not known yet. */
  serves(): void {
    this.#note(200, null);
  }

  succeed(observation: Omit<Observation, "succeeded">): void {
    this.#note(200, null);
    this.#permit.succeed();
    this.#observe({ ...observation, succeeded: true });
  }

  /** Turns what was thrown into an UpstreamError and books it. A caller who leaves causes no failure of the endpoint. */
  end(thrown: unknown, signal: AbortSignal): UpstreamError {
    const error = this.#asUpstreamError(thrown);
    error.message = this.#inOurNames(error.message);
    error.provider = this.candidate.endpoint.provider;
    if (signal.aborted) this.abandon();
    else this.#fail(error, thrown instanceof UpstreamError);
    return error;
  }

  /** The caller left before the result was known. */
  abandon(): void {
    this.#note(null, "aborted");
    this.#permit.release();
  }

  #fail(error: UpstreamError, isUpstreams: boolean): void {
    this.#note(error.status ?? null, error.failure);
    const permit = this.#permit;
    if (!isUpstreams || this.#isExcused(error)) permit.release();
    else if (requestsOwn.has(error.failure)) permit.succeed();
    else {
      permit.fail(error.isUnreachable);
      this.#observe({ succeeded: false });
    }
  }

  /** Whether the failure says nothing about the endpoint. */
  #isExcused({ failure, status }: UpstreamError): boolean {
    if (status === undefined && saidUnasked.has(failure)) return true;
    return this.candidate.byok && accountsOwn.has(failure);
  }

  /** Callers know the model by its gateway name; the upstream's may be an ARN or the name of a deployment. */
  #inOurNames(message: string): string {
    const { model, endpoint } = this.candidate;
    const { upstreamModel } = endpoint;
    // A plain word may be meant as a word, so it is not replaced.
    const isName = upstreamModel.length > 3 && /[^a-z]/i.test(upstreamModel);
    return isName ? message.replaceAll(upstreamModel, model.id) : message;
  }

  /** An exception in a provider counts as an unusable answer. */
  #asUpstreamError(thrown: unknown): UpstreamError {
    if (thrown instanceof UpstreamError) return thrown;
    const { provider } = this.candidate.endpoint;
    return new UpstreamError("malformed", `${provider} could not be understood.`, {
      cause: thrown,
    });
  }

  /** Not for a workspace's own credential: another account, region or machine may have answered. */
  #observe(observation: Observation): void {
    const { endpoint, byok } = this.candidate;
    if (!byok) this.#parts.health.observe(endpointKey(endpoint), observation, this.#asker);
  }

  #note(status: number | null, failure: string | null): void {
    const { provider, upstreamModel } = this.candidate.endpoint;
    this.#line ??= this.#facts.length;
    this.#facts[this.#line] = {
      provider,
      upstreamModel,
      status,
      failure,
      latencyMs: this.elapsedMs(),
      ...(this.credential !== undefined && { credential: this.credential }),
      ...(this.#course && { startMs: Math.round(this.#startedAtMs - this.#course.arrivedAtMs) }),
    };
  }

  #tookMs(): number {
    return this.#parts.nowMs() - this.#startedAtMs;
  }
}

/** Times of a request by the same clock as those of its attempts. */
export interface RequestTiming {
  readonly arrivedAtMs: number;
  /** Grows by the time of each attempt: until the end of its answer, or of a stream's until its first content. */
  upstreamMs: number;
}
