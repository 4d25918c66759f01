import type { Schema } from "@portico/contract/facts";
import { noDate, notInFuture, readDate } from "@portico/core/rules/dates";
import { refusal } from "../failure.ts";

type LimitReset = Schema<"LimitReset">;

export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

export function toIsoOrNull(ms: number | null): string | null {
  return ms === null ? null : toIso(ms);
}

export function readIso(text: string, field: string): number {
  const ms = readDate(text);
  if (ms === null) throw refusal(400, noDate(field), {}, { field });
  return ms;
}

export function readIsoOrNull(text: string | null | undefined, field: string): string | null {
  return text === null || text === undefined ? null : toIso(readIso(text, field));
}

/** What ends by itself ends later than now. */
export function readFuture(text: string | null | undefined, field: string): string | null {
  const iso = readIsoOrNull(text, field);
  if (iso === null || Date.parse(iso) > Date.now()) return iso;
  throw refusal(400, notInFuture(field, Date.now()), {}, { field });
}

/** The first millisecond of the period that now is in; 0 without periods. Weeks begin on Monday. */
export function periodStart(reset: LimitReset, now = Date.now()): number {
  const day = Math.floor(now / dayMs);
  if (reset === "daily") return day * dayMs;
  if (reset === "weekly") return (day - ((day + 3) % 7)) * dayMs;
  const date = new Date(now);
  return reset === "monthly" ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) : 0;
}

/** When the period ends, at midnight UTC; null if it never does. */
export function periodEnd(reset: LimitReset, now = Date.now()): number | null {
  if (reset === null) return null;
  const start = periodStart(reset, now);
  if (reset === "daily") return start + dayMs;
  if (reset === "weekly") return start + 7 * dayMs;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** `2026-11-22`, `2026-W47` or `2026-11`. */
export function periodName(reset: LimitReset, now = Date.now()): string {
  if (reset === null) return "all";
  const start = periodStart(reset, now);
  if (reset === "daily") return toIso(start).slice(0, "2026-11-22".length);
  if (reset === "monthly") return toIso(start).slice(0, "2026-11".length);
  // A week belongs to the year of its Thursday.
  const thursday = start + 3 * dayMs;
  const year = new Date(thursday).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * dayMs)) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}
