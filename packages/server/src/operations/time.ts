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
  if (Number.isNaN(ms))
    throw new GatewayError("badRequest", {
      message: `${field} must be a date that exists.`,
      metadata: { field },
    });
  return ms;
}

export function fromIsoOrNull(text: string | null | undefined, field: string): number | null {
  return text === null || text === undefined ? null : fromIso(text, field);
}
