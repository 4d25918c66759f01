import { formatUsdPerMillion } from "../../money/price.ts";
import { type Price, type Rates, ratesOf } from "../../money/rates.ts";
import type { ListedPrices } from "./read-list.ts";

export interface Difference {
  /** In the words of portico.yaml. */
  readonly price: string;
  /** Of requests with more input tokens than this; 0 for all others. */
  readonly above: number;
  /** US dollars per million tokens. */
  readonly in_use: string;
  readonly listed: string;
}

const picousdPerUsdPerMillion = 1_000_000;

/** Where a price in use differs from a listed one, in each row for long inputs that either has. */
export function compare(price: Price, listed: ListedPrices): readonly Difference[] {
  const starts = Object.values(listed).flatMap((amount) =>
    typeof amount === "number" ? [] : amount.tiers.map(({ start }) => start),
  );
  const steps = (price.steps ?? []).map(({ aboveInputTokens }) => aboveInputTokens);
  const rows = [...new Set([0, ...steps, ...starts])].sort((one, other) => one - other);
  return rows.flatMap((above) => {
    const ours = named(ratesOf(price, above + 1, undefined));
    const theirs = named(listedRates(listed, above + 1));
    return Object.entries(ours).flatMap(([name, picousd]) =>
      picousd === theirs[name] || (followsWhole(ours, name) && followsWhole(theirs, name))
        ? []
        : [
            {
              price: name,
              above,
              in_use: formatUsdPerMillion(picousd),
              listed: formatUsdPerMillion(theirs[name] ?? 0),
            },
          ],
    );
  });
}

/** The price of which another one is a part. */
const wholes: Readonly<Record<string, string>> = {
  cached_input: "input",
  cache_write: "input",
  cache_write_1h: "cache_write",
  input_audio: "input",
  reasoning: "output",
};

/** It costs as the whole does, whose difference says all. */
function followsWhole(rates: Readonly<Record<string, number>>, name: string): boolean {
  const whole = wholes[name];
  return whole !== undefined && rates[name] === rates[whole];
}

/** A part without a price of its own has the price of the whole, as in portico.yaml. */
function listedRates(listed: ListedPrices, inputTokens: number): Rates {
  const at = (field: string) => {
    const amount = listed[field];
    if (amount === undefined) return undefined;
    if (typeof amount === "number") return toPicousd(amount);
    const tier = amount.tiers
      .toSorted((one, other) => one.start - other.start)
      .findLast(({ start }) => inputTokens > start);
    return toPicousd(tier?.price ?? amount.base);
  };
  const input = at("input_mtok") ?? 0;
  const output = at("output_mtok") ?? 0;
  const cacheWrite = at("cache_write_mtok") ?? input;
  return {
    inputPicousd: input,
    outputPicousd: output,
    cachedInputPicousd: at("cache_read_mtok") ?? input,
    cacheWritePicousd: cacheWrite,
    hourCacheWritePicousd: at("cache_write_1h_mtok") ?? cacheWrite,
    audioInputPicousd: at("input_audio_mtok") ?? input,
    reasoningPicousd: at("output_reasoning_mtok") ?? output,
  };
}

function named(rates: Rates): Readonly<Record<string, number>> {
  return {
    input: rates.inputPicousd,
    output: rates.outputPicousd,
    cached_input: rates.cachedInputPicousd,
    cache_write: rates.cacheWritePicousd,
    cache_write_1h: rates.hourCacheWritePicousd ?? rates.cacheWritePicousd,
    input_audio: rates.audioInputPicousd ?? rates.inputPicousd,
    reasoning: rates.reasoningPicousd,
  };
}

/** The list has prices as floats, which are exact to more places than prices have. */
function toPicousd(usdPerMillion: number): number {
  return Math.round(usdPerMillion * picousdPerUsdPerMillion);
}
