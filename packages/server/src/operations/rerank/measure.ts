import { inTurns, TimeSlice } from "../../in-turns.ts";
import { textBytes } from "../paid-call/token-bounds.ts";
import type { RerankRequest } from "./read-rerank.ts";

/** The bytes of a request's texts, from which its tokens and search units are bounded and estimated. */
export interface Measured {
  readonly queryBytes: number;
  readonly documentBytes: readonly number[];
}

/** What a request uses. */
export interface RerankCounts {
  readonly inputTokens: number;
  readonly searchUnits: number;
}

/** Tokens that models add around each pair of query and document: marks of begin and end, an instruction. */
const marks = 64;
/** Byte-pair encoders never make more tokens than there are bytes, and never fewer than this part of them. */
const bytesPerToken = 4;

/** https://cohere.com/pricing: a hundred documents are one unit; a longer document counts once for each 500 tokens. */
const documentsPerUnit = 100;
const tokensPerChunk = 500;
/** The query stands in each chunk, and takes at most half of it. */
const leastTokensPerChunk = tokensPerChunk / 2;
/** Where a document is cut unless the request says where: https://docs.cohere.com/reference/rerank. */
const usualTokensPerDocument = 4_096;

/** In turns: a long text takes milliseconds. */
export function measure({
  query,
  documents,
}: Pick<RerankRequest, "query" | "documents">): Promise<Measured> | Measured {
  return inTurns(measureAll(query, documents));
}

function* measureAll(
  query: string,
  documents: readonly string[],
): Generator<undefined, Measured, undefined> {
  const slice = new TimeSlice();
  const documentBytes: number[] = [];
  for (const document of documents) {
    documentBytes.push(textBytes(document));
    if (!slice.isOver) continue;
    yield;
    slice.begin();
  }
  return { queryBytes: textBytes(query), documentBytes };
}

/** No upstream counts more: a token is at least one byte, and the query counts once for each document. */
export function mostCounts(
  measured: Measured,
  tokensPerDocument: number | undefined,
): RerankCounts {
  return countsOf(measured, { bytesPerToken: 1, marks, tokensPerDocument });
}

/** An upstream's count where it did not send one. */
export function estimateCounts(
  measured: Measured,
  tokensPerDocument: number | undefined,
): RerankCounts {
  return countsOf(measured, { bytesPerToken, marks: 0, tokensPerDocument });
}

interface Assumed {
  readonly bytesPerToken: number;
  readonly marks: number;
  readonly tokensPerDocument: number | undefined;
}

function countsOf(
  { queryBytes, documentBytes }: Measured,
  { bytesPerToken: perToken, marks: perPair, tokensPerDocument = usualTokensPerDocument }: Assumed,
): RerankCounts {
  const queryTokens = Math.max(1, Math.ceil(queryBytes / perToken));
  const perChunk = Math.max(tokensPerChunk - queryTokens, leastTokensPerChunk);
  let inputTokens = 0;
  let chunks = 0;
  for (const bytes of documentBytes) {
    const tokens = Math.max(1, Math.ceil(bytes / perToken));
    inputTokens += queryTokens + tokens + perPair;
    chunks += Math.ceil(Math.min(tokens, tokensPerDocument) / perChunk);
  }
  return { inputTokens, searchUnits: Math.ceil(chunks / documentsPerUnit) };
}
