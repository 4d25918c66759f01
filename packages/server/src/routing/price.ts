import type { Endpoint, Price } from "./catalog.ts";

const million = 1_000_000n;
const picousdPerNanousd = 1_000n;
const nanousdPerUsd = 1_000_000_000n;

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

/** What a request cost, rounded up once, at the end. Never more than the worst case of the same counts. */
export function costNanousd(price: Price, { billed, ...counted }: BilledUsage): number {
  const usage: BilledUsage =
    billed === undefined
      ? counted
      : { ...billed, ...(counted.images === undefined ? {} : { images: counted.images }) };
  const input = count(usage.inputTokens);
  const cached = least(count(usage.cachedInputTokens), input);
  const written = least(count(usage.cacheWriteTokens), input - cached);
  const output = count(usage.outputTokens);
  const reasoning = least(count(usage.reasoningTokens), output);
  const picousd =
    (input - cached - written) * BigInt(price.inputPicousd) +
    cached * BigInt(price.cachedInputPicousd) +
    written * BigInt(price.cacheWritePicousd) +
    (output - reasoning) * BigInt(price.outputPicousd) +
    reasoning * BigInt(price.reasoningPicousd);
  return roundedUp(picousd) + perRequestNanousd(price, usage.images);
}

/** The most that a request can cost at the dearest of the endpoints that it may be sent to. */
export function worstCaseNanousd(
  endpoints: readonly Pick<Endpoint, "price">[],
  bound: UsageBound,
): number {
  return endpoints.reduce((dearest, { price }) => {
    const picousd =
      count(bound.inputTokens) * BigInt(dearestInput(price)) +
      count(bound.maxOutputTokens) * BigInt(dearestOutput(price));
    return Math.max(dearest, roundedUp(picousd) + perRequestNanousd(price, bound.images));
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
      (BigInt(availableNanousd) - BigInt(fixedNanousd)) * picousdPerNanousd -
      count(bound.inputTokens) * BigInt(dearestInput(price));
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
  return formatDecimal(BigInt(nanousd), nanousdPerUsd);
}

/** Picodollars a token as decimal dollars a token, as the list of models shows prices. */
export function formatUsdPerToken(picousd: number): string {
  return formatDecimal(BigInt(picousd), nanousdPerUsd * picousdPerNanousd);
}

/** Picodollars a token as decimal dollars per million tokens, as people compare prices. */
export function formatUsdPerMillion(picousd: number): string {
  return formatDecimal(BigInt(picousd), million);
}

function parseDecimal(text: string, places: number): number | null {
  const match = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text.trim());
  if (match === null) return null;
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > places) return null;
  const value = Number(BigInt((match[1] ?? "") + fraction.padEnd(places, "0")));
  return Number.isSafeInteger(value) ? value : null;
}

function formatDecimal(value: bigint, unit: bigint): string {
  const sign = value < 0n ? "-" : "";
  const size = value < 0n ? -value : value;
  const places = unit.toString().length - 1;
  const fraction = (size % unit).toString().padStart(places, "0").replace(/0+$/, "");
  return `${sign}${size / unit}${fraction === "" ? "" : `.${fraction}`}`;
}

function dearestInput(price: Price): number {
  return Math.max(price.inputPicousd, price.cachedInputPicousd, price.cacheWritePicousd);
}

function dearestOutput(price: Price): number {
  return Math.max(price.outputPicousd, price.reasoningPicousd);
}

function perRequestNanousd(price: Price, images: number | undefined): number {
  return toNumber(BigInt(price.requestNanousd) + count(images) * BigInt(price.imageNanousd));
}

function roundedUp(picousd: bigint): number {
  return toNumber((picousd + picousdPerNanousd - 1n) / picousdPerNanousd);
}

/** Past 9 million dollars a request no count is meant seriously; saturating keeps the bound a bound. */
function toNumber(nanousd: bigint): number {
  return nanousd > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(nanousd);
}

/** An upstream's count, which may be absent or nonsense. */
function count(tokens: number | undefined): bigint {
  if (tokens === undefined || !(tokens > 0)) return 0n;
  return BigInt(Math.min(Math.ceil(tokens), Number.MAX_SAFE_INTEGER));
}

function least(first: bigint, second: bigint): bigint {
  return first < second ? first : second;
}
