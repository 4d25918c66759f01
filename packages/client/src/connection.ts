import {
  type CallInit,
  type CallOptions,
  callInit,
  createRawClient,
  type RawClient,
} from "./call.ts";
import type { PorticoOptions } from "./options.ts";
import { newRetryBudget, type RetryBudget } from "./retry.ts";

/**
 * The way to a gateway, as `connect` gives it.
 *
 * @example
 * const idOf = async (connection: Connection) => (await createKeys(connection).current()).data.label;
 */
export interface Connection {
  /** The raw methods, as those of a client. */
  readonly raw: RawClient;
  /** What one call's options mean to openapi-fetch. */
  readonly init: (call?: CallOptions) => CallInit;
  /** A stream that is silent for this long is closed. */
  readonly idleTimeoutMs: number | undefined;
}

/**
 * Connects parts of the client, such as `createResponses`, without the others: a bundler leaves out what you do not name. The parts
 * of one connection share one limit of retries.
 *
 * @example
 * const responses = createResponses(connect({ baseUrl: "http://127.0.0.1:8787", apiKey: "ptc_…" }));
 * console.log(outputText(await responses.create({ model: "sandbox/text", input: "Hello" })));
 */
export function connect(
  options: PorticoOptions = {},
  budget: RetryBudget = newRetryBudget(),
): Connection {
  return {
    raw: createRawClient(options, budget),
    init: callInit(options, budget),
    idleTimeoutMs: options.streamIdleTimeoutMs,
  };
}
