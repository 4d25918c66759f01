/** What one process has seen of an endpoint in one stretch of time. */
export interface EndpointSlot {
  /** The endpoint's key: its provider, a space, and its upstream's model. */
  readonly endpoint: string;
  /** Stretches of five minutes, counted from 1970. */
  readonly slot: number;
  readonly answered: number;
  readonly failed: number;
  /** Milliseconds to the first content. */
  readonly latency: ReadonlyMap<number, number>;
  /** Tokens a second. */
  readonly throughput: ReadonlyMap<number, number>;
}
