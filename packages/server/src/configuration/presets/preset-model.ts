import type { ModelKind } from "../../routing/catalog.ts";
import type { PriceEntry } from "../schema.ts";

/** A well-known model with its list prices, in US dollars per million tokens. */
export interface PresetModel {
  readonly id: string;
  readonly name: string;
  readonly kind: ModelKind;
  readonly contextLength: number;
  readonly maxOutputTokens?: number;
  readonly dimensions?: number;
  readonly dimensionsAdjustable?: boolean;
  readonly images?: boolean;
  /** The highest count of one picture, where it does not follow from vendor and name (tokens-per-image.ts). */
  readonly tokensPerImage?: number;
  readonly files?: boolean;
  /** It decides about its own sampling: temperature and top_p have no effect. */
  readonly fixedSampling?: boolean;
  /** It thinks, unlike other models of its vendor: a request's `reasoning` has an effect. */
  readonly thinks?: boolean;
  readonly tokenBound?: "o200k_base" | "cl100k_base";
  readonly endpoints: readonly PresetEndpoint[];
}

export interface PresetEndpoint {
  /** A name in `vendors`. */
  readonly vendor: string;
  readonly upstreamModel: string;
  readonly price: PriceEntry;
}
