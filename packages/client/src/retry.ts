import { ConnectionError, PorticoError, retryAfterMs, TimeoutError } from "./errors.ts";

/**
 * How patient the client is. What you leave out has its default.
 *
 * @example
 * const retry: RetryOptions = { maxRetries: 4, onRetry: ({ delayMs }) => console.log("again in", delayMs) };
 * const portico = createPortico({ retry });
 */
export interface RetryOptions {
  /** Retries after the first attempt. Default 2. */
  readonly maxRetries?: number;
  /** The first wait, doubled with each further one. Default 500. */
  readonly baseDelayMs?: number;
  /** The longest wait where the service names none. Default 8,000. */
  readonly maxDelayMs?: number;
  /** A `Retry-After` longer than this throws the error at once. Default 60,000. */
  readonly maxRetryAfterMs?: number;
  /** Called before each wait. */
  readonly onRetry?: (event: RetryEvent) => void;
}

/**
 * What `onRetry` is called with, before the wait.
 *
 * @example
 * const log = ({ attempt, status, error }: RetryEvent) => console.warn(attempt, status ?? error?.kind);
 * const portico = createPortico({ retry: { onRetry: log } });
 */
export interface RetryEvent {
  /** 1 for the first retry. */
  readonly attempt: number;
  /** How long it waits before the next attempt. */
  readonly delayMs: number;
  /** The status of the answer, or null if none came. */
  readonly status: number | null;
  /** Why the attempt failed, where no answer came. */
  readonly error: PorticoError | null;
  /** The address that is asked again. */
  readonly url: string;
}

/** Sends one attempt: 1 is the first. */
export type Send = (request: Request, attempt: number) => Promise<Response>;

/** Statuses that a retry may cure. 500 is not one of them: the request may have been carried out. */
const retriedStatuses: ReadonlySet<number> = new Set([429, 503, 529]);

/** Over the life of a client: at most a quarter more calls than requests, plus ten, to limit load in an outage. */
const budgetShare = 0.25;
const budgetReserve = 10;

/** The retries that a client may still make. */
export interface RetryBudget {
  left: number;
}

export function newRetryBudget(): RetryBudget {
  return { left: budgetReserve };
}

/** Never retries a stream that has begun: only a request that failed before its answer's body is read. */
export function withRetry(
  send: Send,
  options: RetryOptions,
  budget: RetryBudget,
): (request: Request) => Promise<Response> {
  return (request) => {
    budget.left = Math.min(budget.left + budgetShare, budgetReserve);
    return sendPatiently(request, send, options, budget);
  };
}

async function sendPatiently(
  request: Request,
  send: Send,
  options: RetryOptions,
  budget: RetryBudget,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const mayRetry = attempt <= (options.maxRetries ?? 2) && budget.left >= 1;
    // A body can be sent only once, so all but the last attempt send a copy.
    const outcome = await attemptOf(send, mayRetry ? request.clone() : request, attempt);
    const delayMs = mayRetry ? delayBefore(attempt, outcome, options) : null;
    if (delayMs === null) return settle(outcome);
    budget.left -= 1;
    options.onRetry?.({ attempt, delayMs, url: request.url, ...factsOf(outcome) });
    // Not awaited: of a body that was copied, as MSW and Next.js do, it lasts until the copy has been read too.
    if (outcome instanceof Response) void outcome.body?.cancel().catch(() => undefined);
    await sleep(delayMs, request.signal);
  }
}

type Outcome = Response | PorticoError;

async function attemptOf(send: Send, request: Request, attempt: number): Promise<Outcome> {
  try {
    return await send(request, attempt);
  } catch (error) {
    if (error instanceof PorticoError) return error;
    throw error;
  }
}

function factsOf(outcome: Outcome): { status: number | null; error: PorticoError | null } {
  return outcome instanceof PorticoError
    ? { status: null, error: outcome }
    : { status: outcome.status, error: null };
}

function settle(outcome: Outcome): Response {
  if (outcome instanceof PorticoError) throw outcome;
  return outcome;
}

/** How long to wait before another attempt, or null for no further attempt. */
function delayBefore(attempt: number, outcome: Outcome, options: RetryOptions): number | null {
  const backoffMs = Math.min(
    (options.baseDelayMs ?? 500) * 2 ** (attempt - 1),
    options.maxDelayMs ?? 8_000,
  );
  // Clients that failed together must not retry together: each waits between half and all of the time.
  const jitteredMs = backoffMs * (0.5 + Math.random() / 2);
  if (outcome instanceof Response) {
    const askedMs = retryAfterMs(outcome.headers);
    if (!mayCure(outcome.status, askedMs)) return null;
    if (askedMs === null) return jitteredMs;
    // Never earlier than asked; a little later, so that clients with the same answer do not return at once.
    return askedMs > (options.maxRetryAfterMs ?? 60_000) ? null : askedMs + jitteredMs / 4;
  }
  return outcome instanceof ConnectionError || outcome instanceof TimeoutError ? jitteredMs : null;
}

/** 409 asks for a repetition where the same call, of the same name, is still being answered. */
function mayCure(status: number, askedMs: number | null): boolean {
  return status === 409 ? askedMs !== null : retriedStatuses.has(status);
}

function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", aborted);
      resolve();
    }, delayMs);
    if (signal.aborted) aborted();
    else signal.addEventListener("abort", aborted, { once: true });
  });
}
