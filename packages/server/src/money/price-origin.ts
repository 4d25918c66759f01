import type { BilledUsage } from "./cost.ts";
import { type Price, rowOf } from "./rates.ts";

/** Where a price comes from. */
export interface PriceOrigin {
  /** The operator's file states it, or it comes with the gateway. */
  readonly by: "operator" | "preset";
  /** For people. */
  readonly source: string;
  /** The day of the price list, or of the last change to the file; null where no day is known. */
  readonly asOf: string | null;
  /** Names the one version of the source, such as a file with the start of its SHA-256. */
  readonly version: string;
}

/** The version where a model has no price and may be called all the same, for nothing. */
export const noPriceVersion = "no-price";

export interface PricedUse {
  readonly model: string;
  readonly provider: string;
  readonly origin: PriceOrigin;
  readonly price: Price;
  readonly usage: BilledUsage;
}

/**
 * The name of the price that a use is billed at, for the ledger: the model at its provider, the version of the source,
 * and the row of the price list, if it has several: `openai/gpt-5.4@openai prices-2026-09-23 flex >271999`.
 */
export function priceName({ model, provider, origin, price, usage }: PricedUse): string {
  const { inputTokens } = usage.billed ?? usage;
  const { tier, above } = rowOf(price, inputTokens, usage.serviceTier);
  return [
    `${model}@${provider}`,
    origin.version,
    ...(tier === undefined ? [] : [tier]),
    ...(above === undefined ? [] : [`>${above}`]),
  ].join(" ");
}
