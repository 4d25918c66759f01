import type { Schema } from "@portico/client";
import { toUsd } from "@portico/core/rules/amounts";
import type { Rates } from "./models.ts";

export interface Usage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
  readonly end: "whole" | "left" | "cut" | "failed";
}

/** In dollars, computed in whole billionths of one, as the gateway does. */
export interface CostParts {
  readonly charged: number;
  readonly held: number;
  readonly upstream: number | null;
  readonly details: Schema<"GenerationCostDetails"> | null;
}

/** A request with the workspace's own credential is charged nothing here. */
export function costOf(usage: Usage, rates: Rates | undefined, isByok: boolean): CostParts {
  if (rates === undefined || usage.end === "failed")
    return { charged: 0, held: 0, upstream: null, details: null };
  const input = Math.round(((usage.input - usage.cached) * rates.input) / 1000);
  const cached = Math.round((usage.cached * rates.cached) / 1000);
  const output = Math.round((usage.output * rates.output) / 1000);
  const whole = input + cached + output;
  const part = (nanousd: number) => toUsd(isByok ? 0 : nanousd);
  const upstream = isByok ? toUsd(whole) : null;
  return {
    // The worst case was held: a longer answer, and nothing from a cache.
    ...{ charged: part(whole), held: part(input + cached * 10 + output * 4), upstream },
    details: {
      ...{ input_cost: part(input), output_cost: part(output), cache_read_cost: part(cached) },
      ...{ cache_write_cost: 0, discount: 0, unbilled: 0, upstream_inference_cost: upstream },
    },
  };
}
