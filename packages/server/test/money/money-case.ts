import type { Behaviour } from "./journal.ts";

export type Mode = "stream" | "json" | "embeddings";

/** One fault at one stage: what the upstreams do, what the caller does, and whether the sums must be equal. */
export interface MoneyCase {
  readonly fault: string;
  readonly stage: string;
  /** All of its kind where nothing is said. */
  readonly modes?: readonly Mode[];
  readonly first?: Behaviour;
  /** Of the provider that takes over; without it none does. */
  readonly second?: Behaviour;
  /** Where the first one is not the usual provider. */
  readonly place?: "closed" | "tls" | "deaf" | "impatient" | "whole";
  /** When its caller hangs up: a moment after asking, when the upstream says so, or after the end. */
  readonly leaves?: "soon" | "ready" | "end";
  readonly maxOutputTokens?: number;
  /** The request asks for thoughts. */
  readonly thinks?: true;
  /** The request offers a function. */
  readonly calls?: true;
  /** The settlement comes after the failure was sent to the caller. */
  readonly isLate?: boolean;
  /** Why the sums differ: the upstream cannot know it either. */
  readonly reason?: string;
}
