import { noDate, notInFuture, readDate } from "@portico/core/rules/dates";
import { GatewayError } from "../../errors.ts";

export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

export function toIsoOrNull(ms: number | null): string | null {
  return ms === null ? null : toIso(ms);
}

export function fromIso(text: string, field: string): number {
  const ms = readDate(text);
  if (ms === null)
    throw new GatewayError("badRequest", { message: noDate(field), metadata: { field } });
  return ms;
}

export function fromFutureIsoOrNull(text: string | null | undefined, field: string): number | null {
  const ms = fromIsoOrNull(text, field);
  if (ms === null || ms > Date.now()) return ms;
  throw new GatewayError("badRequest", {
    message: notInFuture(field, Date.now()),
    metadata: { field },
  });
}

export function fromIsoOrNull(text: string | null | undefined, field: string): number | null {
  return text === null || text === undefined ? null : fromIso(text, field);
}
