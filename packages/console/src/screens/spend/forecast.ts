import { lessUsd, sumUsd } from "../../parts/usd.ts";
import { dayOf, moved, startOf } from "./range.ts";

export interface Forecast {
  /** What was spent from the first day of the month until now. */
  readonly soFar: number;
  /** What the whole month will cost if its days go on like those of the last weeks. */
  readonly expected: number;
  /** How many whole days the forecast goes by. */
  readonly days: number;
}

/** Four of each day of the week. */
export const daysBefore = 28;

/**
 * Each day that is left costs what the same day of the week cost on average in the last four weeks; of a shorter history,
 * what a day cost on average. Of today, the part that is left counts. Null where no whole day is known.
 */
export function forecastOf(
  amounts: ReadonlyMap<string, number>,
  firstDay: string | null,
  now: number,
): Forecast | null {
  const today = dayOf(now);
  const known = Array.from({ length: daysBefore }, (_, index) => moved(today, -index - 1)).filter(
    (day) => firstDay !== null && day >= firstDay,
  );
  if (known.length === 0) return null;
  const amountOf = (day: string) => amounts.get(day) ?? 0;
  const hasWeeks = known.length >= 14;
  const expectedOn = (day: string) => {
    const like = hasWeeks ? known.filter((one) => weekday(one) === weekday(day)) : known;
    return sumUsd(like.map(amountOf)) / like.length;
  };
  const month = daysOfMonth(today);
  const soFar = sumUsd(month.filter((day) => day <= today).map(amountOf));
  const leftOfToday = 1 - (now - startOf(today)) / 86_400_000;
  const toCome = month.filter((day) => day > today).map(expectedOn);
  const expected = sumUsd([soFar, expectedOn(today) * leftOfToday, ...toCome]);
  return { soFar, expected, days: known.length };
}

function weekday(day: string): number {
  return new Date(startOf(day)).getUTCDay();
}

function daysOfMonth(day: string): readonly string[] {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => moved(`${day.slice(0, 7)}-01`, index));
}

/** How much more than before, as a share; null where nothing was spent before. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : lessUsd(now, before) / before;
}
