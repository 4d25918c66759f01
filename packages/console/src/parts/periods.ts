export const periods = ["hour", "day", "week", "month"] as const;
export type Period = (typeof periods)[number];

const hourMs = 3_600_000;
const lengthsMs: Readonly<Record<Period, number>> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
};

/** From when on a period counts that ends now. */
export function beginningOf(period: Period, now = Date.now()): Date {
  return new Date(now - lengthsMs[period]);
}

/** What one bar or point of a chart over activity stands for. The gateway counts in whole hours and days of UTC. */
export type Step = "hour" | "day";

export const stepMs: Readonly<Record<Step, number>> = { hour: hourMs, day: 24 * hourMs };

/** The beginnings of all steps of a period, the last one included, as the gateway writes them. */
export function stepsBetween(fromMs: number, toMs: number, step: Step): readonly string[] {
  const length = stepMs[step];
  const first = Math.floor(fromMs / length) * length;
  const count = Math.max(0, Math.ceil((toMs - first) / length));
  return Array.from({ length: count }, (_, index) =>
    new Date(first + index * length).toISOString(),
  );
}

/** The step of a row of activity, in the same words as `stepsBetween`. */
export function stepOf(row: {
  readonly hour: string | null;
  readonly date: string | null;
}): string {
  return new Date(row.hour ?? row.date ?? 0).toISOString();
}
