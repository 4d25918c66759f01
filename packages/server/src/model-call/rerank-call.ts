import type { Call } from "@portico/core/model-call/call";

export interface RerankCall extends Call {
  readonly query: string;
  readonly documents: readonly string[];
  /** How many of the best documents are wanted: at least one, at most as many as there are. */
  readonly topN: number;
  /** Where a document is cut, for upstreams that accept the choice. */
  readonly tokensPerDocument?: number;
  /** What the model does with a query and a document that are too long, for upstreams that accept the choice. */
  readonly truncate: boolean;
}

export interface RankedDocument {
  /** The document's place in the call. */
  readonly index: number;
  readonly score: number;
}

/** The upstream's counts; absent where it does not send one. */
export interface RerankUsage {
  readonly inputTokens?: number;
  readonly searchUnits?: number;
}

export interface Reranked {
  /** As the upstream sent them: routing checks and sorts them. */
  readonly results: readonly RankedDocument[];
  readonly usage: RerankUsage;
}
