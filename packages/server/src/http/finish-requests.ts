import type { InFlight } from "../access/in-flight.ts";
import { GatewayError } from "../errors.ts";
import type { Listening } from "./server.ts";

export interface Finishing {
  /** How long the running requests may end by themselves. */
  readonly drainMs: number;
  readonly awaitUsageMs: number;
  /** Called at once and then every ten seconds, while requests run. `endsAt`: the latest end. */
  readonly onWait: (requests: number, endsAt: string) => void;
}

export interface Running {
  readonly listening: Listening;
  readonly inFlight: Pick<InFlight, "stopAll">;
  readonly underWay: RequestCounter;
}

/** Beyond `awaitUsageMs`: a settlement for which the store is slow (10 s), and the last event on its way. */
const longestEndingMs = 13_000;
const sayEveryMs = 10_000;

/**
 * The running requests end, or the gateway stops them after `drainMs`: as a failure of the service, each with its
 * ending and its booking before its connection is cut. Those whose callers have left are booked too.
 */
export async function finishRequests(
  { drainMs, awaitUsageMs, onWait }: Finishing,
  { listening, inFlight, underWay }: Running,
): Promise<void> {
  const mostMs = drainMs + awaitUsageMs + longestEndingMs;
  const endsAt = new Date(Date.now() + mostMs).toISOString();
  const say = () => {
    if (underWay.count > 0) onWait(underWay.count, endsAt);
  };
  say();
  const saying = setInterval(say, sayEveryMs);
  const stopping = setTimeout(() => inFlight.stopAll(stopped()), drainMs);
  await listening.drain(mostMs);
  await underWay.none();
  clearTimeout(stopping);
  clearInterval(saying);
}

function stopped(): GatewayError {
  const message = "The gateway is stopping, and the request had not ended. Send it again.";
  return new GatewayError("unavailable", { message });
}

/** Requests that are being served. A drain waits also for their work after their connection has closed. */
export class RequestCounter {
  #count = 0;
  #none: PromiseWithResolvers<void> | null = null;

  get count(): number {
    return this.#count;
  }

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#none?.resolve();
  }

  /** Resolves when there are none. */
  none(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    this.#none ??= Promise.withResolvers();
    return this.#none.promise;
  }
}
