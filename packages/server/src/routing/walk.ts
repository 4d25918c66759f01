import type { AttemptRecord } from "../model-call/endpoint-facts.ts";
import type { Provider } from "../providers/provider.ts";
import type { UpstreamError } from "../upstream/upstream-error.ts";
import { askPool } from "./ask-pool.ts";
import { brokenOff, type Tried, type UnansweredAttempt } from "./attempt-failed.ts";
import type { CanaryCall } from "./canary.ts";
import type { Candidate } from "./catalog.ts";
import type { Permit } from "./circuit.ts";
import type { Circuits, RoutingCaller } from "./circuits.ts";
import type { CredentialPools } from "./credential-pools.ts";
import type { Health } from "./health.ts";
import type { Chance } from "./ranking.ts";
import type { RetryBudget } from "./retry-budget.ts";
import { EndpointAttempt, type RequestTiming } from "./trial.ts";
import { verdict } from "./verdict.ts";

export interface WalkParts {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly circuit: Circuits;
  readonly health: Health;
  readonly retryBudget: RetryBudget;
  /** Of the providers with several credentials. */
  readonly pools: CredentialPools;
  /** A clock that never goes back. */
  readonly nowMs: () => number;
  /** A request older than this starts no further attempt. */
  readonly noAttemptAfterMs: number;
  /** How long to await an answer that has not begun when the caller has left, unless only its end says what it cost. */
  readonly awaitUsageMs: number;
}

/** What every request that asks candidates has. */
export interface Walk {
  readonly candidates: readonly Candidate[];
  readonly asker: RoutingCaller;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  readonly course?: RequestTiming;
  /** Of the request's session, for the choice among several credentials; without it, they are drawn. */
  readonly chance?: Chance;
  /** Where what is asked for has a canary. */
  readonly canary?: CanaryCall | undefined;
  /** Whether the money that is held pays for asking this candidate after those that gave no answer. */
  readonly isPaid?: (candidate: Candidate, lost: readonly UnansweredAttempt[]) => Promise<boolean>;
}

export interface Answered<Result> extends Tried {
  readonly result: Result;
  readonly candidate: Candidate;
}

/**
 * Asks the candidates in turn until one serves, and moves on only where the failure allows it. Attempts follow
 * each other at once, because no candidate is asked twice. Throws FailedAttempt or CallerLeft.
 */
export function walk<Result>(
  parts: WalkParts,
  request: Walk,
  ask: Ask<Result>,
): Promise<Answered<Result>> {
  const { canary, signal } = request;
  const end = canary?.begin();
  const answer = askInTurn(parts, request, ask);
  if (end === undefined) return answer;
  void answer.then(
    ({ candidate }) => end(candidate, false),
    () => end(null, signal.aborted),
  );
  return answer;
}

async function askInTurn<Result>(
  parts: WalkParts,
  request: Walk,
  ask: Ask<Result>,
): Promise<Answered<Result>> {
  const { candidates, asker, signal, course } = request;
  const facts: AttemptRecord[] = [];
  const lost: UnansweredAttempt[] = [];
  const startedAtMs = parts.nowMs();
  parts.retryBudget.deposit(asker.key);
  for (const { candidate, permit } of admitted(candidates, asker, parts.circuit)) {
    const further = { candidate, lost, startedAtMs };
    if (signal.aborted || (lost.length > 0 && !(await mayRetry(parts, request, further)))) {
      permit.release();
      break;
    }
    const trial = new EndpointAttempt(parts, { candidate, asker, permit, course }, facts);
    try {
      const result = await askCandidate(parts, request, trial, ask);
      return { result, candidate, attempts: facts, lost };
    } catch (thrown) {
      const error = trial.end(thrown, signal);
      const { isToldAtEnd } = trial;
      lost.push({ candidate, place: facts.length - 1, error, isToldAtEnd });
      if (!goesOn(error, candidate, request)) break;
    } finally {
      trial.leave();
    }
  }
  const tried = { attempts: facts, lost };
  throw signal.aborted ? brokenOff(signal, tried) : verdict(tried);
}

/** What a canary refuses may be right for the usual model. */
function goesOn({ mayRetry }: UpstreamError, candidate: Candidate, { canary }: Walk): boolean {
  return mayRetry || canary?.isCanary(candidate) === true;
}

type Ask<Result> = (trial: EndpointAttempt, provider: Provider | undefined) => Promise<Result>;

function askCandidate<Result>(
  parts: WalkParts,
  { signal, chance }: Walk,
  trial: EndpointAttempt,
  ask: Ask<Result>,
): Promise<Result> {
  const { endpoint, byok } = trial.candidate;
  const provider = parts.providers.get(endpoint.provider);
  return provider?.pool === undefined || byok
    ? ask(trial, provider)
    : askPool(trial, { ...parts, pool: provider.pool, chance, signal }, ask);
}

interface Further {
  readonly candidate: Candidate;
  readonly lost: readonly UnansweredAttempt[];
  readonly startedAtMs: number;
}

async function mayRetry(
  parts: WalkParts,
  { asker, isPaid, canary }: Walk,
  { candidate, lost, startedAtMs }: Further,
): Promise<boolean> {
  const isInTime = parts.nowMs() - startedAtMs < parts.noAttemptAfterMs;
  if (!isInTime || (await isPaid?.(candidate, lost)) === false) return false;
  // The caller has not asked for the canary, so its failures use up nothing of the caller's.
  if (canary !== undefined && lost.every((one) => canary.isCanary(one.candidate))) return true;
  return parts.retryBudget.tryWithdraw(asker.key);
}

interface Admitted {
  readonly candidate: Candidate;
  readonly permit: Permit;
}

/** The candidates whose circuit admits the request; where there is none, the one whose next trial is nearest. */
function* admitted(
  candidates: readonly Candidate[],
  asker: RoutingCaller,
  circuit: Circuits,
): Iterable<Admitted> {
  let none = true;
  for (const candidate of candidates) {
    const permit = circuit.tryAcquire(candidate, asker);
    if (permit === null) continue;
    none = false;
    yield { candidate, permit };
  }
  if (!none) return;
  const least = circuit.leastBad(candidates, asker);
  if (least !== undefined) yield { candidate: least, permit: circuit.force(least, asker) };
}
