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
