import type { Connection, ErrorStatus, ToldError } from "../client.ts";

export interface AskingForRanking extends Connection {
  readonly model: string;
  readonly query: string;
  readonly documents: readonly (string | { readonly text: string })[];
  readonly topN?: number;
}

export interface RankedText {
  readonly index: number;
  readonly score: number;
  readonly text: string | undefined;
}

/** A library that reranks, unmodified, driven as its documentation says. */
export interface Ranker {
  readonly name: string;
  readonly version: string;
  rank(asking: AskingForRanking): Promise<readonly RankedText[]>;
  /** Absent where the library cannot ask for it. */
  rankWithoutDocuments?(asking: AskingForRanking): Promise<readonly RankedText[]>;
  told(error: unknown): ToldError;
  readonly errors: Readonly<Record<ErrorStatus, string>>;
}
