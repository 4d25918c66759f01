import {
  type CallInit,
  type CallOptions,
  callInit,
  createRawClient,
  type RawClient,
} from "./call.ts";
import type { PorticoOptions } from "./options.ts";
import type { RetryBudget } from "./retry.ts";

/** What the operations need: the raw methods, and what one call's options mean to them. */
export interface Connection {
  readonly raw: RawClient;
  readonly init: (call?: CallOptions) => CallInit;
  /** A stream that is silent for this long is closed. */
  readonly idleTimeoutMs: number | undefined;
}

export function connect(options: PorticoOptions, budget: RetryBudget): Connection {
  return {
    raw: createRawClient(options, budget),
    init: callInit(options, budget),
    idleTimeoutMs: options.streamIdleTimeoutMs,
  };
}
