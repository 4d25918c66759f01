import type { Picture } from "@portico/core/model-call/respond-call";
import type { Endpoint } from "../../routing/catalog.ts";

/** The highest count of a small picture, which some models see in up to a dozen enlarged pieces. */
const leastTokens = 8_192;
/** The highest known count for a square of this side; other models count 1,400 and less. */
const tileSide = 512;
const tokensPerTile = 4_096;

/**
 * The most tokens that an endpoint counts an image as: the published maximum of its model; for others, this much for
 * each piece of the picture; and the whole context where the image is behind an address and thus unknown.
 */
export function tokensOfPicture(
  { picture }: { readonly picture?: Picture | undefined },
  { tokensPerImage, contextLength }: Pick<Endpoint, "tokensPerImage" | "contextLength">,
): number {
  if (picture === undefined) return contextLength;
  if (tokensPerImage !== undefined) return tokensPerImage;
  const { width, height } = picture;
  if (width === undefined || height === undefined) return contextLength;
  const tiles = Math.ceil(width / tileSide) * Math.ceil(height / tileSide);
  return Math.max(leastTokens, tiles * tokensPerTile);
}

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
