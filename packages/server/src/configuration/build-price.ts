import type { Price } from "../routing/catalog.ts";
import { parsePricePerMillion, parseUsd } from "../routing/price.ts";
import type { PriceEntry } from "./schema.ts";

export type PriceFault = { readonly field: keyof PriceEntry; readonly message: string };

/**
 * Prices as they are written, as whole numbers. What is not priced of its own costs what it is a part of:
 * a cached or written input token as an input token, a reasoning token as an output token.
 */
export function buildPrice(entry: PriceEntry): { price: Price; faults: readonly PriceFault[] } {
  const faults: PriceFault[] = [];
  const perMillion = (field: keyof PriceEntry, otherwise: number): number => {
    const text = entry[field];
    if (text === undefined) return otherwise;
    const picousd = parsePricePerMillion(text);
    if (picousd === null) faults.push(fault(field, text, "a million tokens", 6));
    return picousd ?? 0;
  };
  const perPiece = (field: keyof PriceEntry): number => {
    const text = entry[field];
    if (text === undefined) return 0;
    const nanousd = parseUsd(text);
    if (nanousd === null) faults.push(fault(field, text, `one ${field}`, 9));
    return nanousd ?? 0;
  };
  const inputPicousd = perMillion("input", 0);
  const outputPicousd = perMillion("output", 0);
  const price = {
    inputPicousd,
    outputPicousd,
    cachedInputPicousd: perMillion("cached_input", inputPicousd),
    cacheWritePicousd: perMillion("cache_write", inputPicousd),
    reasoningPicousd: perMillion("reasoning", outputPicousd),
    requestNanousd: perPiece("request"),
    imageNanousd: perPiece("image"),
  };
  return { price, faults };
}

function fault(field: keyof PriceEntry, text: string, per: string, places: number): PriceFault {
  return {
    field,
    message: `"${text}" is no price: write US dollars for ${per} as a decimal in quotes, like "0.02", with at most ${places} places.`,
  };
}
