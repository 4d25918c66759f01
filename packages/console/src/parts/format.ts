import { dates, numbers } from "./formatters.ts";

const locale = "en-US";

/** Amounts to the last nanodollar that is not zero, with two decimals at least. */
export function formatUsd(amount: number): string {
  return numbers(locale, {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: 2,
    maximumFractionDigits: 9,
  }).format(amount);
}

/** For tiles and axes, where the last digits do not count. The exact amount stands in the element's title. */
export function formatUsdShort(amount: number): string {
  const small = amount !== 0 && Math.abs(amount) < 0.01;
  return numbers(locale, {
    style: "currency",
    currency: "USD",
    ...(small ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 }),
    ...(Math.abs(amount) >= 10_000 ? { notation: "compact" } : {}),
  }).format(amount);
}

export function formatCount(count: number): string {
  return numbers(locale, {}).format(count);
}

export function formatCountShort(count: number): string {
  return numbers(locale, { notation: "compact", maximumFractionDigits: 1 }).format(count);
}

export function formatMs(ms: number): string {
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  if (ms < 10_000) return `${formatCount(Math.round(ms))} ms`;
  if (ms < 120_000) return `${Math.round(ms / 100) / 10} s`;
  return `${Math.round(ms / 6000) / 10} min`;
}

/** Of a share from 0 to 1. */
export function formatShare(share: number): string {
  return numbers(locale, {
    style: "percent",
    maximumFractionDigits: share > 0 && share < 0.1 ? 2 : 1,
  }).format(share);
}

/** A share by which something grew or shrank, with its sign. */
export function formatChange(share: number): string {
  return numbers(locale, {
    style: "percent",
    signDisplay: "exceptZero",
    maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0,
  }).format(share);
}

export function formatTime(iso: string | number, zone: string): string {
  return dates("en-GB", {
    timeZone: zone,
    dateStyle: "medium",
    timeStyle: "medium",
  }).format(new Date(iso));
}

/** Of a day such as `2026-11-22`, in no zone. */
export function formatDay(day: string): string {
  return dates("en-GB", { timeZone: "UTC", dateStyle: "medium" }).format(new Date(day));
}

/** For lists: the time alone for today, the day and the minute for other days of this year. */
export function formatTimeShort(iso: string | number, zone: string, now = Date.now()): string {
  const time = new Date(iso);
  const day = dates("en-CA", { timeZone: zone, dateStyle: "short" });
  if (day.format(time) === day.format(now))
    return dates("en-GB", { timeZone: zone, timeStyle: "medium" }).format(time);
  const isThisYear = day.format(time).slice(0, 4) === day.format(now).slice(0, 4);
  return dates("en-GB", {
    timeZone: zone,
    day: "numeric",
    month: "short",
    ...(isThisYear
      ? {
          hour: "2-digit",
          minute: "2-digit",
        }
      : { year: "numeric" }),
  }).format(time);
}

const steps = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Number.POSITIVE_INFINITY],
] as const;

/** "3 minutes ago", "in 2 days". */
export function formatAgo(iso: string | number, now = Date.now()): string {
  let value = (new Date(iso).getTime() - now) / 1000;
  for (const [unit, most] of steps) {
    if (Math.abs(value) < most)
      return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(
        Math.round(value),
        unit,
      );
    value /= most;
  }
  return "";
}
