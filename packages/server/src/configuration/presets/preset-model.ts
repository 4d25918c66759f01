import type { ModelKind } from "../../routing/catalog.ts";
import type { PriceEntry, RatesEntry, SteppedRatesEntry } from "../schema.ts";

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
  /** The highest count of one picture, where it does not follow from vendor and name (traits-of.ts). */
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

/** Dollars per million tokens: input, output, cached input, writing to the cache, writing to it for an hour. */
export type Dollars = readonly [
  input: string,
  output: string,
  cachedInput?: string,
  cacheWrite?: string,
  hourCacheWrite?: string,
];

/** A price from a list of dollars; a full price is returned unchanged. */
export function priceOf(price: PriceEntry | Dollars): PriceEntry {
  return isList(price) ? ratesOf(price) : price;
}

/** Above this many input tokens, all tokens of the request cost more. */
export function stepped(dollars: Dollars, above: number, longer: Dollars): SteppedRatesEntry {
  return { ...ratesOf(dollars), steps: [{ above, ...ratesOf(longer) }] };
}

/** Sound has a price of its own. */
export function sounding(dollars: Dollars, inputAudio: string): RatesEntry {
  return { ...ratesOf(dollars), input_audio: inputAudio };
}

export function tiered(
  price: SteppedRatesEntry | Dollars,
  tiers: Readonly<Record<string, SteppedRatesEntry | Dollars>>,
): PriceEntry {
  const entries = Object.entries(tiers).map(([name, tier]) => [name, priceOf(tier)] as const);
  return { ...priceOf(price), tiers: Object.fromEntries(entries) };
}

function ratesOf([input, output, cached, written, writtenForAnHour]: Dollars): RatesEntry {
  return {
    input,
    output,
    ...(cached !== undefined && { cached_input: cached }),
    ...(written !== undefined && { cache_write: written }),
    ...(writtenForAnHour !== undefined && { cache_write_1h: writtenForAnHour }),
  };
}

function isList(price: PriceEntry | Dollars): price is Dollars {
  return Array.isArray(price);
}
