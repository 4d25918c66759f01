import type { ToolCalls } from "@portico/core/model-call/paid-tools";

/** One attempt at one upstream: for the ledger, activity and the caller's `error.metadata`. */
export interface AttemptRecord {
  readonly provider: string;
  readonly upstreamModel: string;
  /** The upstream's own status, if it answered. */
  readonly status: number | null;
  /** Null for an attempt that served; else an UpstreamFailure, or `aborted` if the caller left. */
  readonly failure: string | null;
  readonly latencyMs: number;
  /** The operator's name of the credential, where the provider has several. */
  readonly credential?: string;
  /** From the request's arrival to the beginning of the attempt; absent in rows of earlier versions. */
  readonly startMs?: number;
  /** Sealed thoughts of earlier turns that did not open and were not sent, if there are any. */
  readonly thoughtsLeftOut?: number;
  /** Of tools that ran at the vendor. */
  readonly toolCalls?: ToolCalls;
}

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

/** The circuit of an endpoint opened or closed. */
export interface CircuitChange {
  /** The endpoint's key: its provider, a space, and its upstream's model. */
  readonly endpoint: string;
  readonly atMs: number;
  readonly circuit: "closed" | "open";
}

/** How endpoints are ordered; each workspace has a default. */
export type ProviderSort = "price" | "throughput" | "latency" | "exacto";

/** What a model does. Each kind has operations of its own. */
export type ModelKind = "embedding" | "rerank" | "text";
