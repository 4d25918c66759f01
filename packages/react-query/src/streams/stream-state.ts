import type { CallSoFar, PorticoError } from "@portico/client";

/** Where a stream is: no request yet; asked, but nothing has come; coming; complete; stopped by you; failed. */
export type StreamStatus = "idle" | "connecting" | "streaming" | "done" | "stopped" | "failed";

/** What a page shows of a stream. A new object for each change. */
export interface StreamState<Reply> {
  readonly status: StreamStatus;
  /** The text up to now. It stays when the stream is stopped or fails. */
  readonly text: string;
  /** The words of the model's thoughts up to now, where it shows them. */
  readonly thoughts: string;
  /** The calls that the model makes, each with its arguments up to now. */
  readonly calls: readonly CallSoFar[];
  /** The whole reply with its usage and cost, once it is complete. */
  readonly reply: Reply | null;
  /** Why it failed: a PorticoError, or what your own callback threw. */
  readonly error: PorticoError | Error | null;
  /** Of the reply that carries the stream: quote it when you report a problem. */
  readonly requestId: string | null;
}

export const idle: StreamState<never> = {
  status: "idle",
  text: "",
  thoughts: "",
  calls: [],
  reply: null,
  error: null,
  requestId: null,
};
