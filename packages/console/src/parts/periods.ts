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
