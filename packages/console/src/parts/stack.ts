import type { Series } from "./draw-chart.ts";
import { lessUsd } from "./usd.ts";

interface Part {
  /** The beginning of its step. */
  readonly step: string;
  readonly id: string;
  readonly amount: number;
}

interface Stack {
  readonly steps: readonly string[];
  /** What was spent in a step by one id; what is missing is nothing. */
  readonly parts: readonly Part[];
  /** What was spent in each step, by the id of what spent it. */
  readonly totals: ReadonlyMap<string, number>;
  /** What is drawn by itself, the dearest first. */
  readonly drawn: readonly { readonly id: string; readonly label: string }[];
  readonly others: string;
}

/**
 * One series for each drawn id that spent something, and one for all others, so that each bar is as high as its step's
 * total.
 */
export function stackOf({ steps, parts, totals, drawn, others }: Stack): readonly Series[] {
  const amounts = new Map(parts.map(({ step, id, amount }) => [`${step} ${id}`, amount]));
  const series = drawn
    .map(({ id, label }) => ({
      label,
      values: steps.map((step) => amounts.get(`${step} ${id}`) ?? 0),
    }))
    .filter(({ values }) => values.some((amount) => amount > 0));
  const rest = steps.map((step, index) => {
    const known = series.map(({ values }) => values[index] ?? 0);
    return Math.max(0, lessUsd(totals.get(step) ?? 0, ...known));
  });
  return rest.some((amount) => amount > 0) ? [...series, { label: others, values: rest }] : series;
}
