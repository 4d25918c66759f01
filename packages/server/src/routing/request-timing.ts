/** Times of a request by the same clock as those of its attempts. */
export interface RequestTiming {
  readonly arrivedAtMs: number;
  /** Grows by the time of each attempt: until the end of its answer, or of a stream's until its first content. */
  upstreamMs: number;
}
