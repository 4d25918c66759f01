import type { Dispatcher } from "undici";

export interface Timeouts {
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
}

/** An answer that comes in one piece sends nothing until it is finished, so its first byte may take the total time. */
export function replyTimeouts(timeouts: Timeouts, operation: string): Timeouts {
  return /stream/i.test(operation) ? timeouts : { ...timeouts, firstByteMs: timeouts.totalMs };
}

export interface UpstreamRequest {
  /** POST if left out. */
  readonly method?: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Ends the exchange at once. */
  readonly signal: AbortSignal;
  /** Ends the exchange if it is aborted before the whole request was sent: until then the upstream bills nothing. */
  readonly left?: AbortSignal | undefined;
  readonly timeouts: Timeouts;
  /**
   * The base URL in force, where the operator chose it. Only this host may have a private
   * address. Leave it out for URLs that came from a caller.
   */
  readonly operatorUrl?: string | undefined;
}

export interface UpstreamReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * Can be read once. Slow reading slows the upstream. Leaving the loop closes the connection.
   * Throws an UpstreamError: `cut` when the connection broke, `timeout` after silence.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole body if it has already arrived and is unread, as with most small ones; it can still be read afterwards. */
  arrived(): readonly Uint8Array[] | undefined;
  /**
   * Marks the dialect's final event as read: leaving the loop then drains the rest of the body
   * for a moment instead of closing the connection, so that it can be used again.
   */
  release(): void;
  /** Closes the connection without reading the rest. */
  close(): void;
  /** Removes the request's credentials from a text that the upstream sent. */
  scrub(text: string): string;
}

export type DispatchOptions = Dispatcher.DispatchOptions & { readonly origin: string };
