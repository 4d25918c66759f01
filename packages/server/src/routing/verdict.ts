import { contextExceeded, type FailureKind, wordOf } from "../errors.ts";
import type { UpstreamError, UpstreamFailure } from "../upstream/upstream-error.ts";
import { FailedAttempt, type Tried, type UnansweredAttempt } from "./attempt-failed.ts";

/** For when no upstream says how long to wait. */
const defaultWaitSeconds = 2;
/** A wait of days that an upstream names is not believed. */
const longestWaitSeconds = 3600;

/** The error for the caller after every attempt has failed. */
export function verdict(tried: Tried): FailedAttempt {
  const failed = tried.lost;
  const last = failed.at(-1);
  if (last === undefined) return retryLater("overloaded", failed, tried);
  const { callerStatus, failure } = last.error;
  if (callerStatus !== undefined) return rehearsed(last, callerStatus, tried);
  if (failure === "rejected") return badRequest(last, tried);
  // A provider that is down or busy will be back, so the request can be retried even if others failed for good.
  const transient = failed.filter(({ error: { failure } }) => isTransient(failure));
  if (transient.length > 0) {
    const kind = transient.every(({ error: { failure } }) => failure === "rateLimited")
      ? "rateLimited"
      : "overloaded";
    return retryLater(kind, transient, tried);
  }
  return ownAccountFailed(tried) ?? unusable(tried) ?? notServed(tried);
}

const transientFailures: ReadonlySet<UpstreamFailure> = new Set([
  "connection",
  "timeout",
  "rateLimited",
  "overloaded",
  "cut",
]);

function isTransient(failure: UpstreamFailure): boolean {
  return transientFailures.has(failure);
}

function badRequest(refused: UnansweredAttempt, tried: Tried): FailedAttempt {
  const { message, exceedsContext } = refused.error;
  const told = shared(refused, tried);
  if (!exceedsContext) return new FailedAttempt("badRequest", { message, ...told });
  return new FailedAttempt("badRequest", {
    ...told,
    // Client libraries look for the word in the text, where agents shorten the conversation for it.
    message: message.includes(contextExceeded) ? message : `${message} (${contextExceeded})`,
    metadata: { ...told.metadata, error_type: contextExceeded },
  });
}

/** A failure of the workspace's own credential: the workspace can correct it. */
function ownAccountFailed(tried: Tried): FailedAttempt | null {
  for (const lost of tried.lost) {
    const { candidate, error } = lost;
    if (!candidate.byok) continue;
    const { provider } = candidate.endpoint;
    if (error.failure === "unopened")
      return new FailedAttempt("secretUnreadable", {
        message: error.message,
        ...shared(lost, tried),
      });
    if (error.failure === "credential")
      return new FailedAttempt("unauthenticated", {
        message: `${provider} refused this workspace's own credential (BYOK): replace it or remove it.`,
        ...shared(lost, tried),
      });
    if (error.failure === "unpaid")
      return new FailedAttempt("outOfCredits", {
        message: `The account of this workspace's own credential (BYOK) with ${provider} has no credit left: add credit there, or remove the credential.`,
        ...shared(lost, tried),
      });
  }
  return null;
}

/** Failures that only the operator can correct. */
const unusableBecause: Readonly<
  Partial<Record<UpstreamFailure, (provider: string, error: UpstreamError) => string>>
> = {
  malformed: (provider) => `The provider ${provider} gave an answer that cannot be used.`,
  // Without a status the provider may not have been asked: the gateway found no credential.
  credential: (provider, { status }) =>
    status === undefined
      ? `The gateway's credential for the provider ${provider} cannot be used. Its operator finds the reason in the log, or with \`portico doctor\`.`
      : `The provider ${provider} refused the gateway's credential.`,
  unpaid: (provider) =>
    `The gateway operator's account with the provider ${provider} has no credit left.`,
};

function unusable(tried: Tried): FailedAttempt | null {
  for (const lost of tried.lost.toReversed()) {
    const { candidate, error } = lost;
    const message = unusableBecause[error.failure]?.(candidate.endpoint.provider, error);
    if (message !== undefined)
      return new FailedAttempt("providerFailed", { message, ...shared(lost, tried) });
  }
  return null;
}

/** None of the providers that were asked has the model, or accepts a request of this size. */
function notServed(tried: Tried): FailedAttempt {
  const tooLarge = tried.lost.find(({ error }) => error.failure === "tooLarge");
  if (tooLarge !== undefined) return badRequest(tooLarge, tried);
  const [first, ...others] = tried.lost;
  if (first === undefined) throw new Error("A request that was lost nowhere has no verdict.");
  const names = [first, ...others].map(({ candidate }) => candidate.endpoint.provider);
  const [who, has] = others.length === 0 ? ["the provider", "has"] : ["the providers", "have"];
  const ids = modelsOf(tried.lost);
  const [noun, pronoun] = ids.length === 1 ? ["model", "it"] : ["models", "them"];
  return new FailedAttempt("modelNotFound", {
    message: `The gateway lists the ${noun} ${ids.join(", ")}, but ${who} ${names.join(", ")} no longer ${has} ${pronoun}.`,
    ...shared(first, tried),
  });
}

function retryLater(
  kind: "rateLimited" | "overloaded",
  failed: readonly UnansweredAttempt[],
  tried: Tried,
): FailedAttempt {
  const [ofThese, whose] =
    modelsOf(tried.lost).length > 1
      ? ["of the models", "The models'"]
      : ["of the model", "The model's"];
  const message =
    kind === "rateLimited"
      ? `Every provider ${ofThese} limits the rate at present. Retry with exponential backoff.`
      : `${whose} providers are temporarily overloaded or cannot be reached.`;
  const last = failed.at(-1);
  return new FailedAttempt(kind, {
    message,
    retryAfterSeconds: waitSeconds(failed.map(({ error }) => error)),
    ...(last === undefined ? tried : shared(last, tried)),
  });
}

const kindByStatus: Readonly<Record<number, FailureKind>> = {
  400: "badRequest",
  401: "unauthenticated",
  402: "outOfCredits",
  404: "modelNotFound",
  413: "tooLarge",
  429: "rateLimited",
  500: "providerFailed",
  503: "unavailable",
};

/** A failure that the sandbox rehearses: the caller gets exactly the requested status. */
function rehearsed(lost: UnansweredAttempt, status: number, tried: Tried): FailedAttempt {
  const waits = status === 429 || status === 503 || status === 529;
  return new FailedAttempt(kindByStatus[status] ?? (status < 500 ? "badRequest" : "overloaded"), {
    status,
    message: lost.error.message,
    ...(waits ? { retryAfterSeconds: waitSeconds([lost.error]) } : {}),
    ...shared(lost, tried),
  });
}

/** The shortest wait of those that the upstreams named. */
function waitSeconds(errors: readonly UpstreamError[]): number {
  const named = errors.flatMap(({ retryAfterMs }) =>
    retryAfterMs === undefined ? [] : [Math.ceil(retryAfterMs / 1000)],
  );
  const shortest = named.length === 0 ? defaultWaitSeconds : Math.min(...named);
  return Math.min(Math.max(shortest, 1), longestWaitSeconds);
}

/** The names of those that were asked in vain, each once. */
function modelsOf(lost: readonly UnansweredAttempt[]): string[] {
  return [...new Set(lost.map(({ candidate }) => candidate.model.id))];
}

function shared({ candidate, error }: UnansweredAttempt, { attempts, lost }: Tried) {
  const models = modelsOf(lost);
  const modelAt = (place: number) => lost.find((one) => one.place === place)?.candidate.model.id;
  return {
    cause: error,
    attempts,
    lost,
    metadata: {
      provider: candidate.endpoint.provider,
      // Without the upstream's model name: an ARN, a deployment or a project identifies the operator's account.
      attempts: attempts.map(({ provider, status, failure, latencyMs }, place) => ({
        ...(models.length > 1 && { model: modelAt(place) }),
        provider,
        status,
        failure: failure === null ? null : wordOf(failure),
        latency_ms: latencyMs,
      })),
    },
  };
}
