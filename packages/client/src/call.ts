import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./contract.ts";
import { ConnectionError, PorticoError, toApiError } from "./errors.ts";
import { createTransport, type TransportOptions } from "./transport.ts";

export interface PorticoOptions extends TransportOptions {
  /** The gateway's address; where it has no path, `/api/v1` is added. */
  readonly baseUrl: string;
  /** The key, or a function that gives it, for keys that are renewed. */
  readonly apiKey: string | (() => string | Promise<string>);
  /** Names your application in the gateway's activity. */
  readonly app?: { readonly title?: string; readonly url?: string };
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream that is silent for this long is given up. Default 60,000; 0 waits for ever. */
  readonly streamIdleTimeoutMs?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export type RawClient = Client<paths, "application/json">;

/** openapi-fetch bound to the contract: typed methods that give `{ data, error, response }` and never throw on a status. */
export function createRawClient(options: PorticoOptions): RawClient {
  const client = createClient<paths, "application/json">({
    baseUrl: toBaseUrl(options.baseUrl),
    fetch: createTransport(options),
    headers: {
      ...(options.app?.url === undefined ? {} : { "HTTP-Referer": options.app.url }),
      ...(options.app?.title === undefined ? {} : { "X-Service-Title": options.app.title }),
      ...options.headers,
    },
  });
  client.use({
    async onRequest({ request }) {
      const { apiKey } = options;
      const key = typeof apiKey === "string" ? apiKey : await apiKey();
      request.headers.set("Authorization", `Bearer ${key}`);
    },
  });
  return client;
}

interface Result<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of success, or the one error family: for callers who would rather catch than compare. */
export async function unwrap<Data>(result: Promise<Result<Data>>): Promise<Data> {
  const { data } = await succeed(result);
  return data;
}

export async function succeed<Data>(
  result: Promise<Result<Data>>,
): Promise<{ data: Data; response: Response }> {
  const { data, error, response } = await readable(result);
  if (!response.ok) throw toApiError(response, error);
  if (data === undefined) throw new ConnectionError("The service answered without a body.");
  return { data, response };
}

async function readable<Value>(result: Promise<Value>): Promise<Value> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof PorticoError) throw error;
    // fetch and its body readers speak of broken connections and bodies in these two ways only.
    if (error instanceof TypeError || error instanceof SyntaxError)
      throw new ConnectionError("The service's answer could not be read.", { cause: error });
    throw error;
  }
}

function toBaseUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (url.pathname === "/") url.pathname = "/api/v1";
  return url.href.replace(/\/$/, "");
}
