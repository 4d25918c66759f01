/** What is longer says no more of what a text is about. */
const longestText = 32 * 1024;
/** Words that begin alike are kin: `walk`, `walks`, `walking`. */
const stem = 4;
/** Of two documents with the same words of the query, the shorter one is better, by at most this share. */
const lengthWeight = 0.1;
const usualLength = 20;

/** Words that say little of what a text is about. */
const frequent = new Set(
  "a an and are as at be by can do does for from how i in is it my of on or that the this to was were what when where which who why with you your".split(
    " ",
  ),
);

/**
 * How well each document answers the query, from 0 to 1, in the order of the documents: the share of the query's words
 * that the document has, where a word of the same beginning counts half. Each score is one step, so that the caller may
 * pause between two.
 */
export function* relevances(query: string, documents: readonly string[]): Generator<number> {
  const wanted = new Set(wordsOf(query));
  for (const document of documents) yield relevance(wanted, wordsOf(document));
}

function relevance(wanted: ReadonlySet<string>, words: readonly string[]): number {
  if (wanted.size === 0) return 0;
  const whole = new Set(words);
  const beginnings = new Set(words.map((word) => word.slice(0, stem)));
  let found = 0;
  for (const word of wanted)
    if (whole.has(word)) found += 1;
    else if (word.length >= stem && beginnings.has(word.slice(0, stem))) found += 0.5;

  const share = found / wanted.size;
  const brevity = 1 - (lengthWeight * words.length) / (words.length + usualLength);
  return Math.round(share * brevity * 1e6) / 1e6;
}

function wordsOf(text: string): string[] {
  const words =
    text
      .slice(0, longestText)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !frequent.has(word));
}

/** One for each hundred documents. */
const documentsPerUnit = 100;

/** How the simulated model bills a request: the query counts once for each document. */
export function rerankUnits(
  queryTokens: number,
  documentTokens: number,
  documents: number,
): { readonly tokens: number; readonly searchUnits: number } {
  return {
    tokens: queryTokens * documents + documentTokens,
    searchUnits: Math.ceil(documents / documentsPerUnit),
  };
}
