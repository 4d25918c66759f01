/**
 * Fractions, numerals and whole words in one character, which several tokenizers write out first (NFKC): one of 3
 * bytes becomes 18 letters.
 */
const ligatures =
  /[\u00bc-\u00be\u0385\u2057\u2152\u2167\u2177\u247d-\u2487\u2a0c\u321d\u321e\u3300-\u33d8\ufdf2-\ufdfc]/;

/**
 * The most bytes that tokenizers see of a text. None makes more tokens than these, because their smallest token is a
 * byte.
 */
export function textBytes(text: string): number {
  const bytes = Buffer.byteLength(text);
  if (bytes === text.length || !ligatures.test(text)) return bytes;
  return Math.max(bytes, Buffer.byteLength(text.normalize("NFKC")));
}
