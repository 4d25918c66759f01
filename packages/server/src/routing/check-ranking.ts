import type { RankedDocument } from "../model-call/rerank-call.ts";

/**
 * Returns what is wrong with a ranking, or null. It has either the wanted number of documents or all of them, because
 * some servers cannot be asked for fewer.
 */
export function checkRanking(
  results: readonly RankedDocument[],
  documents: number,
  topN: number,
): string | null {
  if (results.length !== topN && results.length !== documents)
    return `it ranked ${results.length} documents where ${topN} of ${documents} were wanted`;
  const seen = new Set<number>();
  for (const { index, score } of results) {
    if (!Number.isInteger(index) || index < 0 || index >= documents)
      return `it ranked document ${index} of ${documents}`;
    if (seen.has(index)) return `it ranked document ${index} twice`;
    if (!Number.isFinite(score)) return `the score of document ${index} is no number`;
    seen.add(index);
  }
  return null;
}

/** The best documents, best first. Documents of one score keep the order of the request. */
export function bestFirst(
  results: readonly RankedDocument[],
  topN: number,
): readonly RankedDocument[] {
  return results
    .toSorted((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, topN);
}
