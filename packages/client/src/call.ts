import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./contract.ts";
import { ConnectionError, PorticoError, toApiError } from "./errors.ts";
import { destinationOf, type PorticoOptions } from "./options.ts";
import { createTransport } from "./transport.ts";

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export type RawClient = Client<paths, "application/json">;

/** openapi-fetch bound to the contract: typed methods that give `{ data, error, response }` and never throw on a status. */
export function createRawClient(options: PorticoOptions): RawClient {
  const { baseUrl, key } = destinationOf(options);
  const client = createClient<paths, "application/json">({
    baseUrl,
    fetch: createTransport(options),
    // The contract separates lists by commas; openapi-fetch repeats the name by default.
    querySerializer: { array: { style: "form", explode: false } },
    headers: {
      "HTTP-Referer": options.app?.url,
      "X-Service-Title": options.app?.title,
      ...options.headers,
    },
  });
  client.use({
    async onRequest({ request }) {
      request.headers.set("Authorization", `Bearer ${await key()}`);
    },
  });
  return client;
}

const methods: ReadonlySet<unknown> = new Set(["request", "GET", "POST", "PATCH", "DELETE"]);

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

interface Result<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the body of a success and throws the error of a failure: for callers who prefer to catch. */
export async function unwrap<Data>(result: Promise<Result<Data>>): Promise<NonNullable<Data>> {
  const { data } = await succeed(result);
  return data;
}

export async function succeed<Data>(
  result: Promise<Result<Data>>,
): Promise<{ data: NonNullable<Data>; response: Response }> {
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
