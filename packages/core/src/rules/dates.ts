import { refusedField } from "../failures.ts";

/** Null for a day that does not exist: `Date.parse` takes 30 February for 2 March. */
function readDate(text: string): number | null {
  const ms = Date.parse(text);
  const day = text.slice(0, "2026-01-31".length);
  const midnight = Date.parse(day);
  if (Number.isNaN(ms) || Number.isNaN(midnight)) return null;
  return new Date(midnight).toISOString().startsWith(day) ? ms : null;
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

export function toIsoOrNull(ms: number | null): string | null {
  return ms === null ? null : toIso(ms);
}

/** The contract has checked the format. */
export function fromIso(text: string, field: string): number {
  const ms = readDate(text);
  if (ms === null) throw refusedField(field, `${field} must be a date that exists.`);
  return ms;
}

export function fromIsoOrNull(text: string | null | undefined, field: string): number | null {
  return text === null || text === undefined ? null : fromIso(text, field);
}

/** What is created expired is a mistake in the year or in the zone. */
export function fromFutureIsoOrNull(
  text: string | null | undefined,
  field: string,
  now = Date.now(),
): number | null {
  const ms = fromIsoOrNull(text, field);
  if (ms === null || ms > now) return ms;
  throw refusedField(field, `${field} must be in the future: it is ${toIso(now)} now.`);
}
