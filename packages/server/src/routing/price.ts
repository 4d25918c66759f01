import type { Endpoint, Price } from "./catalog.ts";

const picousdPerNanousd = 1_000;
/** Decimal places of a dollar, of a dollar a token, and of a dollar per million tokens. */
const usdPlaces = { nanousd: 9, picousdPerToken: 12, picousdPerMillion: 6 } as const;

/** What an upstream says that it used: the same shape as a provider's `TokenUsage`, plus images. */
export interface BilledUsage {
  /** All input tokens, the cached ones and those written to a cache included. */
  readonly inputTokens: number;
  /** All output tokens, those of reasoning included. */
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
  readonly images?: number;
  /** What the upstream charges for, where it does not charge for all that it counts. */
  readonly billed?: { readonly inputTokens: number; readonly outputTokens: number };
}

/** Bounds from above of what one request can use. */
export interface UsageBound {
  readonly inputTokens: number;
  readonly maxOutputTokens: number;
  readonly images?: number;
}

type Parts = Pick<BilledUsage, "cachedInputTokens" | "cacheWriteTokens" | "reasoningTokens">;

const unknownParts: Parts = {};

/** What a request cost, rounded up once, at the end. Never more than the worst case of the same counts. */
export function costNanousd(price: Price, usage: BilledUsage): number {
  const { inputTokens, outputTokens } = usage.billed ?? usage;
  // Of what is billed it is not said which tokens were which.
  const parts: Parts = usage.billed === undefined ? usage : unknownParts;
  const input = count(inputTokens);
  const cached = Math.min(count(parts.cachedInputTokens), input);
  const written = Math.min(count(parts.cacheWriteTokens), input - cached);
  const output = count(outputTokens);
  const reasoning = Math.min(count(parts.reasoningTokens), output);
  const nanousd = paidInNanousd([
    [input - cached - written, price.inputPicousd],
    [cached, price.cachedInputPicousd],
    [written, price.cacheWritePicousd],
    [output - reasoning, price.outputPicousd],
    [reasoning, price.reasoningPicousd],
  ]);
  return atMostSafe(nanousd + perRequestNanousd(price, usage.images));
}

/** The most that a request can cost at the dearest of the endpoints that it may be sent to. */
export function worstCaseNanousd(
  endpoints: readonly Pick<Endpoint, "price">[],
  bound: UsageBound,
): number {
  return endpoints.reduce((dearest, { price }) => {
    const nanousd = paidInNanousd([
      [count(bound.inputTokens), dearestInput(price)],
      [count(bound.maxOutputTokens), dearestOutput(price)],
    ]);
    return Math.max(dearest, atMostSafe(nanousd + perRequestNanousd(price, bound.images)));
  }, 0);
}

/**
 * How many output tokens a sum of money surely pays for, whichever endpoint serves; Infinity where
 * output is free. Zero means that not even the input is paid for.
 */
export function affordableOutputTokens(
  endpoints: readonly Pick<Endpoint, "price">[],
  bound: Omit<UsageBound, "maxOutputTokens">,
  availableNanousd: number,
): number {
  return endpoints.reduce((fewest, { price }) => {
    const fixedNanousd = perRequestNanousd(price, bound.images);
    const left =
      (BigInt(availableNanousd) - BigInt(fixedNanousd)) * BigInt(picousdPerNanousd) -
      BigInt(count(bound.inputTokens)) * BigInt(dearestInput(price));
    if (left < 0n) return 0;
    const perToken = BigInt(dearestOutput(price));
    return perToken === 0n ? fewest : Math.min(fewest, Number(left / perToken));
  }, Number.POSITIVE_INFINITY);
}

/** `"0.02"` dollars per million tokens → picodollars a token; null where it is no such price. */
export function parsePricePerMillion(text: string): number | null {
  return parseDecimal(text, 6);
}

/** `"12.5"` dollars → nanodollars; null where it is no amount, or finer than a nanodollar. */
export function parseUsd(text: string): number | null {
  return parseDecimal(text, 9);
}

/** Nanodollars as decimal dollars: `1500` → `"0.0000015"`. */
export function formatUsd(nanousd: number): string {
  return formatDecimal(nanousd, usdPlaces.nanousd);
}

/** Picodollars a token as decimal dollars a token, as the list of models shows prices. */
export function formatUsdPerToken(picousd: number): string {
  return formatDecimal(picousd, usdPlaces.picousdPerToken);
}

/** Picodollars a token as decimal dollars per million tokens, as people compare prices. */
export function formatUsdPerMillion(picousd: number): string {
  return formatDecimal(picousd, usdPlaces.picousdPerMillion);
}

function parseDecimal(text: string, places: number): number | null {
  const match = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text.trim());
  if (match === null) return null;
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > places) return null;
  const value = Number(BigInt((match[1] ?? "") + fraction.padEnd(places, "0")));
  return Number.isSafeInteger(value) ? value : null;
}

/** A whole number of the smallest unit, which has so many places. */
function formatDecimal(value: number, places: number): string {
  const unit = 10 ** places;
  const size = Math.abs(value);
  const part = size % unit;
  const fraction = String(part).padStart(places, "0").replace(/0+$/, "");
  return `${value < 0 ? "-" : ""}${(size - part) / unit}${fraction === "" ? "" : `.${fraction}`}`;
}

function dearestInput(price: Price): number {
  return Math.max(price.inputPicousd, price.cachedInputPicousd, price.cacheWritePicousd);
}

function dearestOutput(price: Price): number {
  return Math.max(price.outputPicousd, price.reasoningPicousd);
}

function perRequestNanousd(price: Price, images: number | undefined): number {
  return atMostSafe(price.requestNanousd + count(images) * price.imageNanousd);
}

/** Counts times picodollars each, rounded up once. Exact: sums that a number does not hold go by big integers. */
function paidInNanousd(terms: readonly (readonly [count: number, picousd: number])[]): number {
  const picousd = terms.reduce((sum, [each, price]) => sum + each * price, 0);
  if (picousd <= Number.MAX_SAFE_INTEGER) {
    const rest = picousd % picousdPerNanousd;
    return (picousd - rest) / picousdPerNanousd + (rest > 0 ? 1 : 0);
  }
  const exact = terms.reduce((sum, [each, price]) => sum + BigInt(each) * BigInt(price), 0n);
  const perNanousd = BigInt(picousdPerNanousd);
  return atMostSafe(Number((exact + perNanousd - 1n) / perNanousd));
}

/** Past 9 million dollars a request no count is meant seriously; saturating keeps the bound a bound. */
function atMostSafe(nanousd: number): number {
  return Math.min(nanousd, Number.MAX_SAFE_INTEGER);
}

/** An upstream's count, which may be absent or nonsense. */
function count(tokens: number | undefined): number {
  if (tokens === undefined || !(tokens > 0)) return 0;
  return Math.min(Math.ceil(tokens), Number.MAX_SAFE_INTEGER);
}
