/** The circuit of an endpoint opened or closed. */
export interface CircuitChange {
  /** The endpoint's key: its provider, a space, and its upstream's model. */
  readonly endpoint: string;
  readonly atMs: number;
  readonly circuit: "closed" | "open";
}
