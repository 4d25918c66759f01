import { dates } from "./formatters.ts";
import type { Step } from "./periods.ts";

const locale = "en-GB";
const daySeconds = 86_400;

/** What stands at an axis: a day where ticks are days apart, and an hour else. Both times are in seconds. */
export function formatTick(at: number, apart: number, zone: string): string {
  const date = new Date(at * 1000);
  const hour = () => dates(locale, { timeZone: zone, hour: "2-digit", minute: "2-digit" });
  const day = () => dates(locale, { timeZone: zone, day: "numeric", month: "short" });
  if (apart >= daySeconds) return day().format(date);
  const text = hour().format(date);
  return text === "00:00" ? day().format(date) : text;
}

/** The name of a step: a day, or the hour's beginning with its day. */
export function stepLabel(time: string, step: Step, zone: string): string {
  return dates(locale, {
    timeZone: zone,
    dateStyle: "medium",
    ...(step === "hour" ? { timeStyle: "short" } : {}),
  }).format(new Date(time));
}
const usualPx = 64;
const characterPx = 8;
const gapPx = 10;

/** How much room the texts beside an axis need: small amounts have many digits. */
export function tickWidth(texts: readonly string[] | null): number {
  const longest = Math.max(0, ...(texts ?? []).map((text) => text.length));
  return Math.max(usualPx, longest * characterPx + gapPx);
}
