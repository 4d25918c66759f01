import type { PaidKind } from "@portico/core/model-call/paid-tools";
import { formatDecimal } from "@portico/core/rules/amounts";
import { atMostSafe, count, divide, picousdPerNanousd, type Term } from "./amounts.ts";
import { perRequestNanousd } from "./cost.ts";
import { type Price, possibleRates, type Rates } from "./rates.ts";

/** Upper bounds of what one request can use. */
export interface UsageBound {
  readonly inputTokens: number;
  readonly maxOutputTokens: number;
  readonly images?: number;
  readonly searchUnits?: number;
  /** The most calls of tools that run at the vendor, in all: each may be of the dearest of these kinds. */
  readonly hosted?: { readonly kinds: readonly PaidKind[]; readonly calls: number };
  /** The tier that the endpoints are asked for if they have a price for it. */
  readonly serviceTier?: string | undefined;
  /** Whether there are files, which may be audio. */
  readonly hasFiles?: boolean;
  /** Whether the request may have a cache kept for an hour: upstreams keep one only if asked. */
  readonly hasHourCache?: boolean;
}

/** What decides how much a bound costs at an endpoint. */
interface Priced {
  readonly price: Price;
  /** How many times the bound may be used up; once where it is absent. */
  readonly searchCalls?: number;
}

/** The most that a request can cost at the most expensive of its possible endpoints. */
export function worstCaseNanousd(endpoints: readonly Priced[], bound: UsageBound): number {
  let dearest = 0;
  for (const { price, searchCalls = 1 } of endpoints) {
    const most = count(bound.inputTokens * searchCalls);
    const output = count(bound.maxOutputTokens * searchCalls);
    const fixedNanousd = fixedIn(price, bound);
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
  endpoints: readonly Priced[],
  bound: Omit<UsageBound, "maxOutputTokens">,
  availableNanousd: number,
): number {
  let fewest = Number.POSITIVE_INFINITY;
  for (const { price, searchCalls = 1 } of endpoints) {
    const most = count(bound.inputTokens * searchCalls);
    const fixedNanousd = fixedIn(price, bound);
    const available = (BigInt(availableNanousd) - BigInt(fixedNanousd)) * BigInt(picousdPerNanousd);
    for (const { rates, inputTokens } of possibleRates(price, most, bound.serviceTier)) {
      const left = available - BigInt(inputTokens) * BigInt(dearestInput(rates, bound));
      const perToken = BigInt(dearestOutput(rates)) * BigInt(searchCalls);
      if (left < 0n) fewest = 0;
      else if (perToken > 0n) fewest = Math.min(fewest, Number(left / perToken));
    }
  }
  return fewest;
}

/** What it costs beside its tokens, at most. */
function fixedIn(price: Price, bound: Omit<UsageBound, "maxOutputTokens">): number {
  const { hosted } = bound;
  const fees = perRequestNanousd(price, bound);
  if (hosted === undefined) return fees;
  const dearest = Math.max(0, ...hosted.kinds.map((kind) => price.tools?.get(kind) ?? 0));
  return atMostSafe(fees + hosted.calls * dearest);
}

/** `"0.02"` dollars per million tokens → picodollars per token; null for an invalid price. */
export function parsePricePerMillion(text: string): number | null {
  return parseDecimal(text, 6);
}

/** `"12.5"` dollars → nanodollars; null for an invalid amount, or one finer than a nanodollar. */
export function parseUsd(text: string): number | null {
  return parseDecimal(text, 9);
}

/** Picodollars per token as decimal dollars per token, as the list of models shows prices. */
export function formatUsdPerToken(picousd: number): string {
  return formatDecimal(picousd, 12);
}

/** Picodollars per token as decimal dollars per million tokens, the usual unit for comparing prices. */
export function formatUsdPerMillion(picousd: number): string {
  return formatDecimal(picousd, 6);
}

function parseDecimal(text: string, places: number): number | null {
  const match = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text.trim());
  if (match === null) return null;
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > places) return null;
  const value = Number(BigInt((match[1] ?? "") + fraction.padEnd(places, "0")));
  return Number.isSafeInteger(value) ? value : null;
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

/** Counts times picodollars each, rounded up once. */
function paidInNanousd(terms: readonly Term[]): number {
  const { nanousd, restPicousd } = divide(terms);
  return atMostSafe(nanousd + (restPicousd > 0 ? 1 : 0));
}
