import { type Step, stepMs } from "../../parts/periods.ts";
import type { SpendSearch } from "../searches.ts";

/** Whole days of UTC, both included. */
export interface Range {
  readonly first: string;
  readonly last: string;
}

/** Hours can be asked for seven days at once. */
const mostDaysByHour = 7;

export const presets = ["month", "monthBefore", "week", "thirtyDays"] as const;
type Preset = (typeof presets)[number];

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, "2026-11-22".length);
}

export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

export function moved(day: string, days: number): string {
  return dayOf(startOf(day) + days * stepMs.day);
}

function daysIn({ first, last }: Range): number {
  return (startOf(last) - startOf(first)) / stepMs.day + 1;
}

export function rangeOfPreset(preset: Preset, today: string): Range {
  const month = `${today.slice(0, "2026-11".length)}-01`;
  const endBefore = moved(month, -1);
  const ranges: Readonly<Record<Preset, Range>> = {
    month: { first: month, last: today },
    monthBefore: { first: `${endBefore.slice(0, "2026-11".length)}-01`, last: endBefore },
    week: { first: moved(today, -6), last: today },
    thirtyDays: { first: moved(today, -29), last: today },
  };
  return ranges[preset];
}

/** What the address says, or the present month. A range that ends before it begins is turned round. */
export function rangeOf({ from, to }: Pick<SpendSearch, "from" | "to">, today: string): Range {
  const month = rangeOfPreset("month", today);
  const first = from ?? (to !== undefined && to < month.first ? moved(to, -29) : month.first);
  const last = to ?? (first > today ? first : today);
  return first <= last ? { first, last } : { first: last, last: first };
}

export function presetOf(range: Range, today: string): Preset | undefined {
  return presets.find((preset) => {
    const { first, last } = rangeOfPreset(preset, today);
    return first === range.first && last === range.last;
  });
}

/** From the first of a month on, the same days of the month before; else as many days, directly before. */
export function before(range: Range): Range {
  const { first, last } = range;
  const endBefore = moved(first, -1);
  const month = (day: string) => day.slice(0, "2026-11".length);
  if (!first.endsWith("-01") || month(first) !== month(last))
    return { first: moved(first, -daysIn(range)), last: endBefore };
  const sameDay = `${month(endBefore)}${last.slice("2026-11".length)}`;
  const isWhole = month(moved(last, 1)) !== month(last);
  return {
    first: `${month(endBefore)}-01`,
    last: isWhole || sameDay > endBefore ? endBefore : sameDay,
  };
}

/** Hours only where the gateway gives them. */
export function granularityOf(range: Range, asked: Step | undefined): Step {
  return asked === "hour" && mayBeByHour(range) ? "hour" : "day";
}

export function mayBeByHour(range: Range): boolean {
  return daysIn(range) <= mostDaysByHour;
}

/** The range as the gateway takes it: times, the last of which no longer belongs to it. */
export function timesOf({ first, last }: Range): { readonly from: string; readonly to: string } {
  return { from: `${first}T00:00:00.000Z`, to: `${moved(last, 1)}T00:00:00.000Z` };
}
