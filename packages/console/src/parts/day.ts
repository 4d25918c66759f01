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
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = midnight - aheadOfUtc(midnight, zone);
  // Where the clocks change between the two, the zone is ahead by another amount.
  return new Date(midnight - aheadOfUtc(guess, zone));
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
  const clock = `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:${part("second")}Z`;
  return Date.parse(clock) - Math.floor(at / 1000) * 1000;
}
