import { GatewayError } from "../errors.ts";

export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

export function toIsoOrNull(ms: number | null): string | null {
  return ms === null ? null : toIso(ms);
}

/** The contract has checked the format; a date like 30 February passes there and is refused here. */
export function fromIso(text: string, field: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || !isDay(text))
    throw new GatewayError("badRequest", {
      message: `${field} must be a date that exists.`,
      metadata: { field },
    });
  return ms;
}

/** `Date.parse` takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const day = text.slice(0, "2026-01-31".length);
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && toIso(ms).startsWith(day);
}

/** A key that is created expired is a mistake in the year or in the zone. */
export function fromFutureIsoOrNull(text: string | null | undefined, field: string): number | null {
  const ms = fromIsoOrNull(text, field);
  if (ms === null || ms > Date.now()) return ms;
  throw new GatewayError("badRequest", {
    message: `${field} must be in the future: it is ${toIso(Date.now())} now.`,
    metadata: { field },
  });
}

export function fromIsoOrNull(text: string | null | undefined, field: string): number | null {
  return text === null || text === undefined ? null : fromIso(text, field);
}
