import type { Period } from "../../parts/periods.ts";
import { type Step, stepMs, stepsBetween } from "../../parts/steps.ts";
import type { Figures } from "../../parts/use-stack.ts";

export interface Span {
  /** What the tiles and the lists are about. */
  readonly figures: Figures;
  /** What the charts are about: of an hour, they show the day in which it lies. */
  readonly charted: Figures;
  readonly steps: readonly string[];
}

const lengths: Readonly<Record<Period, { step: Step; figures: number; charted: number }>> = {
  hour: { step: "hour", figures: 2, charted: 24 },
  day: { step: "hour", figures: 24, charted: 24 },
  week: { step: "hour", figures: 7 * 24, charted: 7 * 24 },
  month: { step: "day", figures: 30, charted: 30 },
};

/** A period that ends now, in the whole hours or days that the gateway counts; the present one is not over yet. */
export function spanOf(period: Period, now: number): Span {
  const { step, figures, charted } = lengths[period];
  const length = stepMs[step];
  const end = Math.floor(now / length) * length + length;
  const asked = (count: number): Figures => ({
    granularity: step,
    from: new Date(end - count * length).toISOString(),
  });
  return {
    figures: asked(figures),
    charted: asked(charted),
    steps: stepsBetween(end - charted * length, end, step),
  };
}

export function presentHour(): number {
  return Math.floor(Date.now() / stepMs.hour) * stepMs.hour;
}
