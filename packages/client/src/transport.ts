import { fromEnvironment } from "./environment.ts";
import { ConnectionError, TimeoutError } from "./errors.ts";
import { type ReplyFacts, replyFacts } from "./reply-facts.ts";
import { type RetryBudget, type RetryOptions, type Send, withRetry } from "./retry.ts";

/**
 * How requests are sent. Part of `PorticoOptions`.
 *
 * @example
 * const transport: TransportOptions = { timeoutMs: 30_000, retry: false };
 * const portico = createPortico({ ...transport });
 */
export interface TransportOptions {
  /** Sends the requests; the platform's `fetch` by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Functions around each attempt, the first one outermost: for headers, for a cache, for a body that is to be changed. */
  readonly middleware?: readonly Middleware[];
  /** How long to wait for an answer to begin. Default 600,000: a model may think for minutes. 0: no limit. */
  readonly timeoutMs?: number;
  /** `false` for none. */
  readonly retry?: RetryOptions | false;
  /** Called before each attempt, for your log. */
  readonly onRequest?: (event: RequestEvent) => void;
  /** Called after each attempt, with its answer or its failure. */
  readonly onResponse?: (event: ResponseEvent) => void;
}

/**
 * Stands around each attempt of a request: it may change the request, answer in the service's place, or change the answer.
 *
 * @example
 * const signed: Middleware = (request, next) => {
 *   request.headers.set("X-Team", "search");
 *   return next(request);
 * };
 * const portico = createPortico({ middleware: [signed] });
 */
export type Middleware = (
  request: Request,
  next: (request: Request) => Promise<Response>,
) => Promise<Response>;

/**
 * What `onRequest` is called with. It holds neither the key nor the body.
 *
 * @example
 * const log = ({ method, url, attempt }: RequestEvent) => console.log(method, url, attempt);
 * const portico = createPortico({ onRequest: log });
 */
export interface RequestEvent {
  /** Such as `POST`. */
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
}

/**
 * What `onResponse` is called with, when the headers have come or the attempt has failed.
 *
 * @example
 * const log = ({ url, status, durationMs, requestId }: ResponseEvent) =>
 *   console.log(url, status, Math.round(durationMs), requestId);
 * const portico = createPortico({ onResponse: log });
 */
export interface ResponseEvent extends RequestEvent, ReplyFacts {
  /** The status of the answer, or null if none came. */
  readonly status: number | null;
  /** Why no answer came: a PorticoError, or the reason of your own abort. */
  readonly error: unknown;
  /** Until the headers came. A stream goes on after that. */
  readonly durationMs: number;
}

/** Sends a request with a time-out and retries. Throws a PorticoError or the error of the caller's own abort. */
export function createTransport(
  options: TransportOptions,
  budget: RetryBudget,
): (request: Request) => Promise<Response> {
  const { retry = {}, middleware = [], timeoutMs = 600_000 } = options;
  const send = middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, around) => (request) => around(request, next),
    options.fetch ?? ((request) => fetch(request)),
  );
  return withRetry(
    observed(withTimeout(send, timeoutMs), logging(options)),
    retry === false ? { maxRetries: 0 } : retry,
    budget,
  );
}

function withTimeout(send: (request: Request) => Promise<Response>, timeoutMs: number): Send {
  return async (request) => {
    const timer = new AbortController();
    const timeout = timeoutMs > 0 ? setTimeout(() => timer.abort(), timeoutMs) : undefined;
    try {
      return await send(
        new Request(request, { signal: AbortSignal.any([request.signal, timer.signal]) }),
      );
    } catch (error) {
      request.signal.throwIfAborted();
      if (timer.signal.aborted) throw new TimeoutError(timeoutMs, { cause: error });
      throw new ConnectionError(`The service at ${new URL(request.url).origin} did not answer.`, {
        cause: error,
      });
    } finally {
      clearTimeout(timeout);
    }
  };
}

const noFacts: ReplyFacts = { requestId: null, generationId: null, cost: null };

function observed(send: Send, { onRequest, onResponse }: TransportOptions): Send {
  return async (request, attempt) => {
    const { method, url } = request;
    const begun = performance.now();
    const report = (response: Response | null, error: unknown = null): void =>
      onResponse?.({
        method,
        url,
        attempt,
        status: null,
        error,
        ...noFacts,
        ...(response && {
          status: response.status,
          ...replyFacts(response),
        }),
        durationMs: performance.now() - begun,
      });
    onRequest?.({ method, url, attempt });
    try {
      const response = await send(request, attempt);
      report(response);
      return response;
    } catch (error) {
      report(null, error);
      throw error;
    }
  };
}

type Observers = Pick<TransportOptions, "onRequest" | "onResponse">;

/**
 * The observers, and a line on the error console for each attempt where `PORTICO_LOG` asks for it: `info` when it has ended,
 * `debug` also when it begins. Neither keys nor bodies are in it.
 */
function logging({ onRequest, onResponse }: Observers): Observers {
  const level = fromEnvironment("PORTICO_LOG");
  if (level !== "info" && level !== "debug")
    return { ...(onRequest && { onRequest }), ...(onResponse && { onResponse }) };
  // biome-ignore lint/suspicious/noConsole: the caller's own environment asks for it.
  const say = (...words: unknown[]) => console.error("portico", ...words);
  return {
    onRequest(event) {
      if (level === "debug") say(event.method, event.url, `attempt ${event.attempt}`);
      onRequest?.(event);
    },
    onResponse(event) {
      const { method, url, status, error, durationMs, requestId, cost } = event;
      const ids = [requestId && `request ${requestId}`, cost && `cost ${cost}`].filter(Boolean);
      say(method, url, status ?? String(error), `${Math.round(durationMs)} ms`, ...ids);
      onResponse?.(event);
    },
  };
}
