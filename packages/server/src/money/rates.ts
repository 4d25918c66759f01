import type { PaidKind } from "@portico/core/model-call/paid-tools";

/**
 * Prices in picodollars (10⁻¹² USD) per token: a decimal price per million tokens with up to six
 * places is an integer number of them. Amounts of money are in nanodollars, rounded up once per request.
 */
export interface Price extends SteppedRates {
  readonly requestNanousd: number;
  readonly imageNanousd: number;
  /** For one search unit of a rerank model; absent where it costs nothing. */
  readonly searchUnitNanousd?: number;
  /** For one call of a tool that runs at the vendor. Callers get no others with the operator's credential. */
  readonly tools?: ReadonlyMap<PaidKind, number>;
  /** Other rates for service tiers. The endpoint is asked for these tiers by name, and for no others. */
  readonly tiers?: ReadonlyMap<string, SteppedRates>;
}

/** Rates, and those that replace them for all tokens of a request with a long input: ascending. */
export interface SteppedRates extends Rates {
  readonly steps?: readonly Step[];
}

export interface Step extends Rates {
  readonly aboveInputTokens: number;
}

/** In picodollars per token. */
export interface Rates {
  readonly inputPicousd: number;
  readonly outputPicousd: number;
  readonly cachedInputPicousd: number;
  readonly cacheWritePicousd: number;
  /** For writing to a cache that is kept for an hour; absent if it costs the same as other writing. */
  readonly hourCacheWritePicousd?: number;
  /** For audio; absent if it costs the same as other input. */
  readonly audioInputPicousd?: number;
  readonly reasoningPicousd: number;
}

/** The rates of a request with this many input tokens that was served in this tier. */
export function ratesOf(price: Price, inputTokens: number, tier: string | undefined): Rates {
  const table = tierOf(price, tier) ?? price;
  return table.steps?.findLast(({ aboveInputTokens }) => inputTokens > aboveInputTokens) ?? table;
}

/** Which row of the price list those rates are: of a tier, and of a step for long inputs. */
export function rowOf(price: Price, inputTokens: number, asked: string | undefined) {
  const table = tierOf(price, asked);
  const steps = (table ?? price).steps ?? [];
  const step = steps.findLast(({ aboveInputTokens }) => inputTokens > aboveInputTokens);
  return { tier: table === undefined ? undefined : asked, above: step?.aboveInputTokens };
}

export interface PossibleRates {
  readonly rates: Rates;
  /** The most input tokens that a request can have at these rates. */
  readonly inputTokens: number;
}

/**
 * All rates at which a request with at most this many input tokens can be billed. An upstream may serve in its usual
 * tier although another was requested, so both count.
 */
export function possibleRates(
  price: Price,
  mostInputTokens: number,
  tier: string | undefined,
): readonly PossibleRates[] {
  const asked = tierOf(price, tier);
  const usual = within(price, mostInputTokens);
  return asked === undefined ? usual : [...usual, ...within(asked, mostInputTokens)];
}

/** The tier to request from this endpoint: the asked one if it has a price, else none. */
export function pricedTier(price: Price, asked: string | undefined): string | undefined {
  return tierOf(price, asked) === undefined ? undefined : asked;
}

function tierOf({ tiers }: Price, tier: string | undefined): SteppedRates | undefined {
  return tier === undefined ? undefined : tiers?.get(tier);
}

function within(table: SteppedRates, mostInputTokens: number): readonly PossibleRates[] {
  const { steps = [] } = table;
  if (steps.length === 0) return [{ rates: table, inputTokens: mostInputTokens }];
  const reached = steps.filter(({ aboveInputTokens }) => aboveInputTokens < mostInputTokens);
  return [table, ...reached].map((rates, index) => ({
    rates,
    inputTokens: Math.min(mostInputTokens, steps[index]?.aboveInputTokens ?? mostInputTokens),
  }));
}
