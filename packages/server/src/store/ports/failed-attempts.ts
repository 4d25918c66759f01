/** An attempt at one upstream that failed, with its request. */
export interface FailedAttempt {
  readonly generationId: string;
  readonly createdAtMs: number;
  readonly model: string;
  readonly upstreamModel: string;
  readonly status: number | null;
  /** An UpstreamFailure. */
  readonly failure: string;
  readonly latencyMs: number;
  /** The provider that served the request after all; null if none did. */
  readonly servedBy: string | null;
}
