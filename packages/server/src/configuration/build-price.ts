import { paidKinds } from "@portico/core/model-call/paid-tools";
import { parsePricePerMillion, parseUsd } from "../money/price.ts";
import type { Price, Rates, Step, SteppedRates } from "../money/rates.ts";
import type { ModelKind } from "../routing/catalog.ts";
import type { Path } from "./document.ts";
import type { PriceEntry, RatesEntry, SteppedRatesEntry } from "./schema.ts";

export interface PriceFault {
  /** Below `price`. */
  readonly path: Path;
  readonly message: string;
}

export interface BuiltPrice {
  readonly price: Price;
  readonly faults: readonly PriceFault[];
}

/**
 * The written prices as whole numbers. A part without a price of its own has the price of the whole: a cached or
 * written input token costs as an input token, a reasoning token as an output token. A text model's rates name both
 * `input` and `output`, in each step and tier.
 */
export function buildPrice(entry: PriceEntry, kind: ModelKind): BuiltPrice {
  const reader = new PriceReader(kind);
  const tiers = Object.entries(entry.tiers ?? {}).map(
    ([name, rates]) => [name, reader.steppedRates(rates, ["tiers", name])] as const,
  );
  const price = {
    ...reader.steppedRates(entry, []),
    requestNanousd: reader.perPiece(entry, "request"),
    imageNanousd: reader.perPiece(entry, "image"),
    ...reader.perSearchUnit(entry),
    ...reader.perToolCall(entry),
    ...(tiers.length > 0 && { tiers: new Map(tiers) }),
  };
  return { price, faults: reader.faults };
}

class PriceReader {
  readonly faults: PriceFault[] = [];
  readonly #kind: ModelKind;

  constructor(kind: ModelKind) {
    this.#kind = kind;
  }

  steppedRates(entry: SteppedRatesEntry, path: Path): SteppedRates {
    const rates = this.#rates(entry, path);
    const { steps = [] } = entry;
    if (steps.length === 0) return rates;
    return { ...rates, steps: this.#steps(steps, [...path, "steps"]) };
  }

  perPiece(entry: PriceEntry, field: "request" | "image" | "search_unit"): number {
    const text = entry[field];
    if (text === undefined) return 0;
    const nanousd = parseUsd(text);
    if (nanousd === null) this.#report([field], noPrice(text, `one ${field.replace("_", " ")}`, 9));
    return nanousd ?? 0;
  }

  perSearchUnit(entry: PriceEntry): Pick<Price, "searchUnitNanousd"> {
    if (entry.search_unit === undefined) return {};
    if (this.#kind !== "rerank")
      this.#report(["search_unit"], `Only rerank models are billed by search unit.`);
    return { searchUnitNanousd: this.perPiece(entry, "search_unit") };
  }

  perToolCall({ tools }: PriceEntry): Pick<Price, "tools"> {
    if (tools === undefined) return {};
    const prices = paidKinds.flatMap((kind) => {
      const text = tools[kind];
      if (text === undefined) return [];
      const nanousd = parseUsd(text);
      if (nanousd === null) this.#report(["tools", kind], noPrice(text, "one call", 9));
      return [[kind, nanousd ?? 0] as const];
    });
    return { tools: new Map(prices) };
  }

  #steps(entries: NonNullable<SteppedRatesEntry["steps"]>, path: Path): readonly Step[] {
    return entries.map((entry, index) => {
      const before = entries[index - 1]?.above ?? 0;
      if (entry.above <= before)
        this.#report(
          [...path, index, "above"],
          `Steps rise: ${entry.above} must be more than ${before}, the step before it.`,
        );
      return { ...this.#rates(entry, [...path, index]), aboveInputTokens: entry.above };
    });
  }

  #rates(entry: RatesEntry, path: Path): Rates {
    if (this.#kind === "text" && entry.output === undefined)
      this.#report(path, 'The price of a text model needs "output" as well ("0" if free).');
    const perMillion = (field: keyof RatesEntry): number | undefined => {
      const text = entry[field];
      if (text === undefined) return undefined;
      const picousd = parsePricePerMillion(text);
      if (picousd === null) this.#report([...path, field], noPrice(text, "a million tokens", 6));
      return picousd ?? 0;
    };
    const inputPicousd = perMillion("input") ?? 0;
    const outputPicousd = perMillion("output") ?? 0;
    const hourCacheWritePicousd = perMillion("cache_write_1h");
    const audioInputPicousd = perMillion("input_audio");
    return {
      inputPicousd,
      outputPicousd,
      cachedInputPicousd: perMillion("cached_input") ?? inputPicousd,
      cacheWritePicousd: perMillion("cache_write") ?? inputPicousd,
      reasoningPicousd: perMillion("reasoning") ?? outputPicousd,
      ...(hourCacheWritePicousd !== undefined && { hourCacheWritePicousd }),
      ...(audioInputPicousd !== undefined && { audioInputPicousd }),
    };
  }

  #report(path: Path, message: string): void {
    this.faults.push({ path, message });
  }
}

function noPrice(text: string, per: string, places: number): string {
  return `"${text}" is no price: write US dollars for ${per} as a decimal in quotes, like "0.02", with at most ${places} places.`;
}
