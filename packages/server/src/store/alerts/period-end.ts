const dayMs = 24 * 60 * 60 * 1000;

/** When a period such as `2026-11`, `2026-W47` or `2026-11-22` ends, at midnight UTC; null for `all`. */
export function endOfPeriod(period: string): number | null {
  const [, year = "", week] = /^(\d{4})-W(\d{2})$/.exec(period) ?? [];
  if (week !== undefined) return startOfWeekOne(Number(year)) + Number(week) * 7 * dayMs;
  const [, ofYear, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(period) ?? [];
  if (ofYear === undefined || month === undefined) return null;
  return day === undefined
    ? Date.UTC(Number(ofYear), Number(month), 1)
    : Date.UTC(Number(ofYear), Number(month) - 1, Number(day) + 1);
}

/** A Monday: the first week of a year is the one with 4 January. */
function startOfWeekOne(year: number): number {
  const fourthMs = Date.UTC(year, 0, 4);
  const daysSinceMonday = (new Date(fourthMs).getUTCDay() + 6) % 7;
  return fourthMs - daysSinceMonday * dayMs;
}
