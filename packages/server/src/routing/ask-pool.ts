import type { PooledProvider, Provider } from "../providers/provider.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import type { CredentialPools } from "./credential-pools.ts";
import type { Chance } from "./ranking.ts";
import type { EndpointAttempt } from "./trial.ts";

interface Asking {
  readonly pools: CredentialPools;
  readonly pool: readonly PooledProvider[];
  readonly chance: Chance | undefined;
  readonly signal: AbortSignal;
  readonly noAttemptAfterMs: number;
}

type Ask<Result> = (trial: EndpointAttempt, provider: Provider) => Promise<Result>;

/**
 * Asks an endpoint by one credential after another: an upstream that refuses or limits one serves by the next, in the same
 * attempt. Only where all fail so does the endpoint fail.
 */
export async function askPool<Result>(
  trial: EndpointAttempt,
  { pools, pool, chance = Math.random, signal, noAttemptAfterMs }: Asking,
  ask: Ask<Result>,
): Promise<Result> {
  const { upstreamModel } = trial.candidate.endpoint;
  const refusals: Refusal[] = [];
  for (const one of pools.inTurn(pool, upstreamModel, chance)) {
    trial.credential = one.credential.name;
    try {
      const result = await ask(trial, one.provider);
      pools.served(one, upstreamModel);
      return result;
    } catch (thrown) {
      const error = refusalBy(thrown, one, pools, upstreamModel);
      const isLast = signal.aborted || trial.elapsedMs() >= noAttemptAfterMs;
      if (error === null || isLast || hasWorked(error, trial)) throw thrown;
      refusals.push({ credential: one.credential.name, error });
    }
  }
  const { credential, error } = tellingOf(refusals);
  trial.credential = credential;
  throw error;
}

/** Notes what the credential met. Null where another one would have met the same. */
function refusalBy(
  thrown: unknown,
  one: PooledProvider,
  pools: CredentialPools,
  upstreamModel: string,
): UpstreamError | null {
  if (isAboutCredential(thrown)) {
    pools.refused(one, upstreamModel, thrown);
    return thrown;
  }
  pools.failed(one, thrown instanceof UpstreamError ? thrown.failure : "malformed");
  return null;
}

interface Refusal {
  readonly credential: string;
  readonly error: UpstreamError;
}

/** A 403 concerns what was asked (a model, a region, a content): any caller can cause it, and no credential rests for it. */
function isAboutCredential(thrown: unknown): thrown is UpstreamError {
  if (!(thrown instanceof UpstreamError)) return false;
  const { failure, status } = thrown;
  return (
    failure === "rateLimited" ||
    failure === "unpaid" ||
    (failure === "credential" && status !== 403)
  );
}

/** What the upstream bills is booked as an attempt of its own. */
function hasWorked(error: UpstreamError, trial: EndpointAttempt): boolean {
  const { work, wasLeft, unreadBytes, reranked } = error;
  return (
    trial.hasParts || wasLeft || unreadBytes > 0 || work !== undefined || reranked !== undefined
  );
}

/** A limit passes by itself, so it says most: of several, the one that ends first. */
function tellingOf(refusals: readonly Refusal[]): Refusal {
  const waits = ({ error }: Refusal) => error.retryAfterMs ?? Number.POSITIVE_INFINITY;
  const limits = refusals.filter(({ error }) => error.failure === "rateLimited");
  const [first] = limits.toSorted((one, other) => waits(one) - waits(other));
  const telling = first ?? refusals.at(-1);
  if (telling === undefined) throw new RangeError("A pool has at least one credential.");
  return telling;
}
