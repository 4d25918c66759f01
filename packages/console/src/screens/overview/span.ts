import { type Period, periods, type Step, stepMs, stepsBetween } from "../../parts/periods.ts";
import { oneOf, searchOf } from "../../parts/search.ts";
import type { Figures } from "../../parts/use-stack.ts";

/** What the address of this screen holds. */
export const overviewSearch = searchOf({ period: oneOf(periods) });

export interface Span {
  /** What the tiles, the lists and the charts are about. */
  readonly figures: Figures;
  readonly steps: readonly string[];
}

/** Of an hour: the present one, which may have just begun, and the one before. The gateway counts in no smaller steps. */
const lengths: Readonly<Record<Period, { step: Step; count: number }>> = {
  hour: { step: "hour", count: 2 },
  day: { step: "hour", count: 24 },
  week: { step: "hour", count: 7 * 24 },
  month: { step: "day", count: 30 },
};

/** A period that ends now, in the whole hours or days that the gateway counts; the present one is not over yet. */
export function spanOf(period: Period, now: number): Span {
  const { step, count } = lengths[period];
  const length = stepMs[step];
  const end = Math.floor(now / length) * length + length;
  const from = end - count * length;
  return {
    figures: { granularity: step, from: new Date(from).toISOString() },
    steps: stepsBetween(from, end, step),
  };
}

export function presentHour(): number {
  return Math.floor(Date.now() / stepMs.hour) * stepMs.hour;
}

/** What the tiles show. The page asks for it before the screen is there: src/early/main.ts. */
export function usedIn({ figures }: Span) {
  const group_by: ["day"] = ["day"];
  return { ...figures, group_by, limit: 1000 };
}
