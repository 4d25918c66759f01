import { type Price, possibleRates, type Rates, ratesOf } from "./rates.ts";

const picousdPerNanousd = 1_000;
/** Decimal places of a dollar, of a dollar a token, and of a dollar per million tokens. */
const usdPlaces = { nanousd: 9, picousdPerToken: 12, picousdPerMillion: 6 } as const;

/** The usage that an upstream reports: a provider's `TokenUsage`, plus images. */
export interface BilledUsage {
  /** All input tokens, those read from and written to a cache included. */
  readonly inputTokens: number;
  /** All output tokens, those of reasoning included. */
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  readonly cacheWriteTokens?: number;
  /** The part of `cacheWriteTokens` that was written to a cache kept for an hour. */
  readonly hourCacheWriteTokens?: number;
  readonly audioInputTokens?: number;
  readonly reasoningTokens?: number;
  readonly images?: number;
  readonly searchUnits?: number;
  /** The tier that served, in the upstream's word, if it names one. */
  readonly serviceTier?: string;
  /** What the upstream charges for, if that differs from its counts. */
  readonly billed?: { readonly inputTokens: number; readonly outputTokens: number };
}

/** What a provider asks for a request, by its two sides; fees for the request itself stand with the input. */
export interface CostParts {
  readonly inputNanousd: number;
  readonly outputNanousd: number;
}

export function costParts(price: Price, usage: BilledUsage): CostParts {
  const { billed } = usage;
  const inputNanousd = costNanousd(price, {
    ...{ ...usage, outputTokens: 0 },
    ...(billed !== undefined && { billed: { ...billed, outputTokens: 0 } }),
  });
  return { inputNanousd, outputNanousd: costNanousd(price, usage) - inputNanousd };
}

/** Upper bounds of what one request can use. */
export interface UsageBound {
  readonly inputTokens: number;
  readonly maxOutputTokens: number;
  readonly images?: number;
  readonly searchUnits?: number;
  /** The tier that the endpoints are asked for if they have a price for it. */
  readonly serviceTier?: string | undefined;
  /** Whether there are files, which may be audio. */
  readonly hasFiles?: boolean;
  /** Whether the request may have a cache kept for an hour: upstreams keep one only if asked. */
  readonly hasHourCache?: boolean;
}

type Parts = Omit<BilledUsage, "inputTokens" | "outputTokens" | "billed" | keyof Pieces>;

const unknownParts: Parts = {};

/** The cost of a request, rounded up once, at the end. Never more than the worst case of the same counts. */
export function costNanousd(price: Price, usage: BilledUsage): number {
  const { inputTokens, outputTokens } = usage.billed ?? usage;
  // Billed totals do not say which kind their tokens are.
  const parts: Parts = usage.billed === undefined ? usage : unknownParts;
  const input = count(inputTokens);
  const cached = Math.min(count(parts.cachedInputTokens), input);
  const written = Math.min(count(parts.cacheWriteTokens), input - cached);
  const forAnHour = Math.min(count(parts.hourCacheWriteTokens), written);
  const audio = Math.min(count(parts.audioInputTokens), input - cached - written);
  const output = count(outputTokens);
  const reasoning = Math.min(count(parts.reasoningTokens), output);
  const rates = ratesOf(price, input, usage.serviceTier);
  const nanousd = paidInNanousd([
    [input - cached - written - audio, rates.inputPicousd],
    [cached, rates.cachedInputPicousd],
    [written - forAnHour, rates.cacheWritePicousd],
    [forAnHour, rates.hourCacheWritePicousd ?? rates.cacheWritePicousd],
    [audio, rates.audioInputPicousd ?? rates.inputPicousd],
    [output - reasoning, rates.outputPicousd],
    [reasoning, rates.reasoningPicousd],
  ]);
  return atMostSafe(nanousd + perRequestNanousd(price, usage));
}

/** The most that a request can cost at the most expensive of its possible endpoints. */
export function worstCaseNanousd(
  endpoints: readonly { readonly price: Price }[],
  bound: UsageBound,
): number {
  const most = count(bound.inputTokens);
  const output = count(bound.maxOutputTokens);
  let dearest = 0;
  for (const { price } of endpoints) {
    const fixedNanousd = perRequestNanousd(price, bound);
    for (const { rates, inputTokens } of possibleRates(price, most, bound.serviceTier)) {
      const nanousd = paidInNanousd([
        [inputTokens, dearestInput(rates, bound)],
        [output, dearestOutput(rates)],
      ]);
      dearest = Math.max(dearest, atMostSafe(nanousd + fixedNanousd));
    }
  }
  return dearest;
}

/**
 * How many output tokens a sum of money pays for at every endpoint; Infinity where
 * output is free. Zero means that the sum does not even pay for the input.
 */
export function affordableOutputTokens(
  endpoints: readonly { readonly price: Price }[],
  bound: Omit<UsageBound, "maxOutputTokens">,
  availableNanousd: number,
): number {
  const most = count(bound.inputTokens);
  let fewest = Number.POSITIVE_INFINITY;
  for (const { price } of endpoints) {
    const fixedNanousd = perRequestNanousd(price, bound);
    const available = (BigInt(availableNanousd) - BigInt(fixedNanousd)) * BigInt(picousdPerNanousd);
    for (const { rates, inputTokens } of possibleRates(price, most, bound.serviceTier)) {
      const left = available - BigInt(inputTokens) * BigInt(dearestInput(rates, bound));
      const perToken = BigInt(dearestOutput(rates));
      if (left < 0n) fewest = 0;
      else if (perToken > 0n) fewest = Math.min(fewest, Number(left / perToken));
    }
  }
  return fewest;
}

/** `"0.02"` dollars per million tokens → picodollars per token; null for an invalid price. */
export function parsePricePerMillion(text: string): number | null {
  return parseDecimal(text, 6);
}

/** `"12.5"` dollars → nanodollars; null for an invalid amount, or one finer than a nanodollar. */
export function parseUsd(text: string): number | null {
  return parseDecimal(text, 9);
}

/** Nanodollars as decimal dollars: `1500` → `"0.0000015"`. */
export function formatUsd(nanousd: number): string {
  return formatDecimal(nanousd, usdPlaces.nanousd);
}

/** Picodollars per token as decimal dollars per token, as the list of models shows prices. */
export function formatUsdPerToken(picousd: number): string {
  return formatDecimal(picousd, usdPlaces.picousdPerToken);
}

/** Picodollars per token as decimal dollars per million tokens, the usual unit for comparing prices. */
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

/** Writes an integer number of the smallest unit, which is the last of `places` decimal places. */
function formatDecimal(value: number, places: number): string {
  const unit = 10 ** places;
  const size = Math.abs(value);
  const part = size % unit;
  const fraction = String(part).padStart(places, "0").replace(/0+$/, "");
  return `${value < 0 ? "-" : ""}${(size - part) / unit}${fraction === "" ? "" : `.${fraction}`}`;
}

function dearestInput(
  rates: Rates,
  { hasFiles = false, hasHourCache = false }: Pick<UsageBound, "hasFiles" | "hasHourCache">,
): number {
  const { inputPicousd, cachedInputPicousd, cacheWritePicousd } = rates;
  const audioPicousd = hasFiles ? (rates.audioInputPicousd ?? 0) : 0;
  const hourPicousd = hasHourCache ? (rates.hourCacheWritePicousd ?? 0) : 0;
  return Math.max(inputPicousd, cachedInputPicousd, cacheWritePicousd, audioPicousd, hourPicousd);
}

function dearestOutput({ outputPicousd, reasoningPicousd }: Rates): number {
  return Math.max(outputPicousd, reasoningPicousd);
}

/** What has a price by the piece, besides the request itself. */
type Pieces = Pick<BilledUsage, "images" | "searchUnits">;

function perRequestNanousd(price: Price, { images, searchUnits }: Pieces): number {
  const ofImages = count(images) * price.imageNanousd;
  const ofSearches = count(searchUnits) * (price.searchUnitNanousd ?? 0);
  return atMostSafe(price.requestNanousd + ofImages + ofSearches);
}

/** Counts times picodollars each, rounded up once. Exact: sums beyond a double's integers use big integers. */
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

/** Above 9 million dollars a count is not realistic; saturating keeps the result an upper bound. */
function atMostSafe(nanousd: number): number {
  return Math.min(nanousd, Number.MAX_SAFE_INTEGER);
}

/** An upstream's count; 0 if it is absent or invalid. */
function count(tokens: number | undefined): number {
  if (tokens === undefined || !(tokens > 0)) return 0;
  return Math.min(Math.ceil(tokens), Number.MAX_SAFE_INTEGER);
}
