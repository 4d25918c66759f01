import type { ProviderSort } from "../model-call/endpoint-facts.ts";
import { parsePricePerMillion } from "../money/price.ts";

/** The caller's routing preferences, read from a request's `provider` object. */
export interface Preferences {
  /** Providers to try first, in this order. Empty: no preference. */
  readonly order: readonly string[];
  /** False: only the providers of `order`, or, without an order, only the first candidate. */
  readonly allowFallbacks: boolean;
  /** True: only providers that neither store nor train on the request's content. */
  readonly denyDataCollection: boolean;
  /** True: only providers that keep nothing of the request. */
  readonly zeroDataRetention: boolean;
  /** Null: no such restriction. An empty list excludes every provider. */
  readonly only: readonly string[] | null;
  readonly ignore: readonly string[];
  readonly sort: ProviderSort | null;
  readonly maxInputPicousd: number | null;
  readonly maxOutputPicousd: number | null;
  readonly requireParameters: boolean;
}

export const noPreferences: Preferences = {
  order: [],
  allowFallbacks: true,
  denyDataCollection: false,
  zeroDataRetention: false,
  only: null,
  ignore: [],
  sort: null,
  maxInputPicousd: null,
  maxOutputPicousd: null,
  requireParameters: false,
};

/** The `provider` object of a request, as the contract describes it: null counts as left out. */
export interface WirePreferences {
  readonly order?: readonly string[] | null | undefined;
  readonly allow_fallbacks?: boolean | null | undefined;
  readonly data_collection?: "deny" | "allow" | "disallow" | null | undefined;
  readonly zdr?: boolean | null | undefined;
  readonly only?: readonly string[] | null | undefined;
  readonly ignore?: readonly string[] | null | undefined;
  readonly sort?: ProviderSort | null | undefined;
  readonly max_price?:
    | {
        readonly prompt?: number | string | null | undefined;
        readonly completion?: number | string | null | undefined;
      }
    | null
    | undefined;
  readonly require_parameters?: boolean | null | undefined;
}

/** Editors that speak to OpenRouter write `disallow` for `deny`. */
const denials: ReadonlySet<unknown> = new Set(["deny", "disallow"]);

/** Provider names are compared without regard to case: clients write `OpenAI` as well as `openai`. */
export function readPreferences(wire: WirePreferences | null | undefined): Preferences {
  if (wire === null || wire === undefined) return noPreferences;
  return {
    order: names(wire.order),
    allowFallbacks: wire.allow_fallbacks ?? true,
    denyDataCollection: denials.has(wire.data_collection),
    zeroDataRetention: wire.zdr ?? false,
    only: wire.only === null || wire.only === undefined ? null : names(wire.only),
    ignore: names(wire.ignore),
    sort: wire.sort ?? null,
    maxInputPicousd: ceiling(wire.max_price?.prompt),
    maxOutputPicousd: ceiling(wire.max_price?.completion),
    requireParameters: wire.require_parameters ?? false,
  };
}

function names(list: readonly string[] | null | undefined): readonly string[] {
  return [...new Set((list ?? []).map((name) => name.trim().toLowerCase()))];
}

/** A ceiling that cannot be read admits only free endpoints: a limit on price is never dropped. */
function ceiling(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === "number" ? plainDecimal(value) : value;
  return parsePricePerMillion(text) ?? 0;
}

function plainDecimal(value: number): string {
  return Number.isNaN(value) || value < 0 ? "0" : Math.min(value, 1e9).toFixed(6);
}
