/**
 * The sandbox's tokens: a word of up to twelve characters with the white space before it. Each has
 * at least one byte that is not white space, so the bytes of a text are an upper bound of its tokens.
 */
export function toTokens(text: string): readonly string[] {
  const tokens = text.match(/\s*\S{1,12}/gu) ?? [];
  const length = tokens.reduce((sum, token) => sum + token.length, 0);
  const rest = text.slice(length);
  const last = tokens.at(-1);
  return rest === "" || last === undefined ? tokens : [...tokens.slice(0, -1), last + rest];
}

export function countTokens(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/\s*\S{1,12}/gu)) {
    count += 1;
  }
  return count;
}
