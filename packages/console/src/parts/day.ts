import { dates } from "./formatters.ts";

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 86_400_000;

export function isDay(text: string): boolean {
  const at = dayPattern.test(text) ? Date.parse(text) : Number.NaN;
  // JavaScript takes the 31st of February for a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The first moment of a day such as `2026-11-22` in a zone. */
export function startOfDay(day: string, zone: string): Date {
  return momentOf(`${day}T00:00`, zone);
}

/** What the clocks of a zone show as `2026-11-22T20:15`; an invalid Date for what is no time. */
export function momentOf(local: string, zone: string): Date {
  const clock = Date.parse(`${local}Z`);
  if (Number.isNaN(clock)) return new Date(Number.NaN);
  const guess = clock - aheadOfUtc(clock, zone);
  // Where the clocks change between the two, the zone is ahead by another amount.
  return new Date(clock - aheadOfUtc(guess, zone));
}

/** The same backwards, to the minute; empty for what is no time. */
export function localOf(iso: string, zone: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? "" : new Date(at + aheadOfUtc(at, zone)).toISOString().slice(0, 16);
}

/** The first moment that no longer belongs to the day. */
export function endOfDay(day: string, zone: string): Date {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs);
  return startOfDay(next.toISOString().slice(0, 10), zone);
}

/** By how many milliseconds a zone's clocks are ahead of UTC at a moment. */
function aheadOfUtc(at: number, zone: string): number {
  const parts = dates("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "00";
  // A year is typed digit by digit: 2026 passes 2, 20 and 202.
  const clock = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:${part("second")}Z`;
  return Date.parse(clock) - Math.floor(at / 1000) * 1000;
}
