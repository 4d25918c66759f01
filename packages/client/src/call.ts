import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./contract.ts";
import { ConnectionError, PorticoError, toApiError } from "./errors.ts";
import { destinationOf, type PorticoOptions } from "./options.ts";
import { PendingCall, type Received } from "./pending-call.ts";
import { newRetryBudget, type RetryBudget, type RetryOptions } from "./retry.ts";
import { createTransport } from "./transport.ts";

/**
 * What one call does differently from the client's options.
 *
 * @example
 * const call: CallOptions = { signal: AbortSignal.timeout(10_000), retry: false, sessionId: "support-4711" };
 * const response = await portico.responses.create({ model: "sandbox/text", input: "Hello" }, call);
 */
export interface CallOptions {
  /** Ends the call, and its stream. What you await throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for an answer to begin; 0: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Laid over the client's own; `false` for none. */
  readonly retry?: RetryOptions | false | undefined;
  /** Sent with this call, in place of the client's own of the same name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Your name for this call, such as a UUID, sent as `Idempotency-Key`: however often it is repeated, it is paid once. It goes on to
   * its end, and is charged, where you abort it.
   */
  readonly idempotencyKey?: string | undefined;
  /** Your name for the conversation that the call belongs to, sent as `X-Session-Id`: its calls go to the same provider. */
  readonly sessionId?: string | undefined;
}

export type RawClient = Client<paths, "application/json">;

/** openapi-fetch bound to the contract: typed methods that give `{ data, error, response }` and never throw on a status. */
export function createRawClient(
  options: PorticoOptions,
  budget: RetryBudget = newRetryBudget(),
): RawClient {
  const { baseUrl, key } = destinationOf(options);
  const client = createClient<paths, "application/json">({
    baseUrl,
    fetch: createTransport(options, budget),
    // The contract separates lists by commas; openapi-fetch repeats the name by default.
    querySerializer: { array: { style: "form", explode: false } },
    // A session's cookie goes to its own gateway alone.
    ...(key === null && { credentials: "same-origin" as const }),
    headers: {
      "HTTP-Referer": options.app?.url,
      "X-Service-Title": options.app?.title,
      ...options.headers,
    },
  });
  if (key !== null)
    client.use({
      async onRequest({ request }) {
        request.headers.set("Authorization", `Bearer ${await key()}`);
      },
    });
  return client;
}

const methods: ReadonlySet<unknown> = new Set(["request", "GET", "POST", "PUT", "PATCH", "DELETE"]);

/** The same client, whose calls throw a PorticoError where the service answers with an error. */
export function throwing(raw: RawClient): RawClient {
  return new Proxy(raw, {
    get(target, name, receiver) {
      const member = Reflect.get(target, name, receiver);
      if (!methods.has(name)) return member;
      return (...parameters: readonly unknown[]) => succeed(member(...parameters));
    },
  });
}

/** The part of a call's options that openapi-fetch is given. */
export interface CallInit {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Gives a call its own transport where it asks for other time-outs or retries; they share the client's budget. */
export function callInit(options: PorticoOptions, budget: RetryBudget) {
  return ({
    signal,
    headers,
    sessionId,
    idempotencyKey,
    timeoutMs,
    retry,
  }: CallOptions = {}): CallInit => ({
    ...(signal && { signal }),
    ...((headers || sessionId || idempotencyKey) && {
      headers: {
        ...headers,
        ...(sessionId && { "X-Session-Id": sessionId }),
        ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
      },
    }),
    ...((timeoutMs !== undefined || retry !== undefined) && {
      fetch: createTransport(
        {
          ...options,
          ...(timeoutMs !== undefined && { timeoutMs }),
          ...(retry !== undefined && { retry: retry && { ...options.retry, ...retry } }),
        },
        budget,
      ),
    }),
  });
}

/** openapi-fetch's answer. */
export interface Result<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** Gives the body of a success and throws the error of a failure: for callers who prefer to catch. */
export function pending<Data>(result: Promise<Result<Data>>): PendingCall<NonNullable<Data>> {
  return new PendingCall(succeed(result));
}

export async function succeed<Data>(
  result: Promise<Result<Data>>,
): Promise<Received<NonNullable<Data>>> {
  const { data, error, response } = await readable(result);
  if (!response.ok) throw toApiError(response, error);
  if (data === undefined || data === null)
    throw new ConnectionError("The service answered without a body.");
  return { data, response };
}

async function readable<Value>(result: Promise<Value>): Promise<Value> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof PorticoError) throw error;
    // fetch and its body readers throw these two errors for broken connections and bodies.
    if (error instanceof TypeError || error instanceof SyntaxError)
      throw new ConnectionError("The service's answer could not be read.", { cause: error });
    throw error;
  }
}
