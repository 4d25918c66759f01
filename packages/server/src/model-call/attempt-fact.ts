/** One attempt at one upstream: for the ledger, activity and the caller's `error.metadata`. */
export interface AttemptRecord {
  readonly provider: string;
  readonly upstreamModel: string;
  /** The upstream's own status, if it answered. */
  readonly status: number | null;
  /** Null for an attempt that served; else an UpstreamFailure, or `aborted` if the caller left. */
  readonly failure: string | null;
  readonly latencyMs: number;
  /** From the request's arrival to the beginning of the attempt; absent in rows of earlier versions. */
  readonly startMs?: number;
  /** Sealed thoughts of earlier turns that did not open and were not sent, if there are any. */
  readonly thoughtsLeftOut?: number;
}
