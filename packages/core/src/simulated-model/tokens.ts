/** Real models know words of Latin letters whole, and have about a token for each character of other scripts. */
const word = String.raw`[\x21-\x7E\p{Script=Latin}]{1,12}|\S`;
const words = new RegExp(word, "gu");
/** White space or a word: neither is ever looked for again from another place of the same run. */
const pieces = new RegExp(String.raw`\s+|${word}`, "gu");
const space = /^\s/u;

/**
 * A model's tokens: a word of up to twelve letters, or one other character, with the white space before it. Each has
 * at least one byte that is not white space, so the bytes of a text are an upper bound of its tokens.
 */
export function toTokens(text: string): readonly string[] {
  const tokens: string[] = [];
  let waiting = "";
  for (const [piece] of text.matchAll(pieces))
    if (space.test(piece)) waiting = piece;
    else {
      tokens.push(waiting + piece);
      waiting = "";
    }

  const last = tokens.pop();
  return last === undefined ? [] : [...tokens, last + waiting];
}

/** So much is counted at a time. */
const stretch = 16 * 1024;

/** How many tokens texts have, each counted by itself. */
export function countTokens(texts: Iterable<string>): number {
  let sum = 0;
  for (const count of tokenCounts(texts)) sum += count;

  return sum;
}

/** The same count, in addends: the caller may pause after each, so a long text does not block a process. */
export function* tokenCounts(texts: Iterable<string>): Generator<number> {
  for (const text of texts)
    for (let start = 0; start < text.length; start += stretch)
      yield countIn(text.slice(start, start + stretch));
}

function countIn(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(words)) count += 1;

  return count;
}
