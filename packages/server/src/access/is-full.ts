import { GatewayError } from "../errors.ts";

/** Requests under way usually end within seconds. */
const retryAfterSeconds = 1;

export function keyIsFull(of: string, limit: number): GatewayError {
  const what =
    of === "requests_in_flight"
      ? `${limit} request${limit === 1 ? "" : "s"} in flight`
      : `request bodies of ${limit} bytes in flight`;
  return new GatewayError("rateLimited", {
    message: `The key has ${what}, the most that it may have at a time. Send less at a time, and retry with exponential backoff.`,
    metadata: { of, limit },
    retryAfterSeconds,
  });
}

/** Of the keys of one workspace together. */
export function workspaceIsFull(limit: number): GatewayError {
  return new GatewayError("rateLimited", {
    message: `The keys of the workspace have ${limit} requests in flight, the most that they may have at a time together. Send less at a time, and retry with exponential backoff.`,
    metadata: { of: "requests_in_flight", limit },
    retryAfterSeconds,
  });
}

export function processIsFull(of: string, limit?: number): GatewayError {
  return new GatewayError("unavailable", {
    message: "The gateway serves as much as it can at present. Retry with exponential backoff.",
    metadata: limit === undefined ? { of } : { of, limit },
    retryAfterSeconds,
  });
}

/** Of requests that were sent without a key. */
export function addressIsFull(limit: number): GatewayError {
  return new GatewayError("rateLimited", {
    message: `The address has ${limit} request${limit === 1 ? "" : "s"} without a key in flight, the most that it may have at a time. Retry when one of them has ended.`,
    metadata: { of: "requests_in_flight", limit },
    retryAfterSeconds,
  });
}

/** Places in flight by the name of who takes them: none has more than a share, so that each leaves room for others. */
export class Shares {
  readonly #most: number;
  readonly #isFull: (most: number) => GatewayError;
  readonly #taken = new Map<string, number>();

  constructor(most: number, isFull: (most: number) => GatewayError) {
    this.#most = most;
    this.#isFull = isFull;
  }

  /** Returns what to call when the request has ended. Throws if this name has its share. */
  enter(name: string): () => void {
    const count = this.#taken.get(name) ?? 0;
    if (count >= this.#most) throw this.#isFull(this.#most);
    this.#taken.set(name, count + 1);
    return () => this.#leave(name);
  }

  #leave(name: string): void {
    const left = (this.#taken.get(name) ?? 1) - 1;
    if (left === 0) this.#taken.delete(name);
    else this.#taken.set(name, left);
  }
}
