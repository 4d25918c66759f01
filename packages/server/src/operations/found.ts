import { GatewayError } from "../errors.ts";

/**
 * What belongs to another organisation is asked for by the caller's own organisation too, and so is not found.
 * One message for every kind of thing: nobody learns from it whether an id exists elsewhere.
 */
export function found<Record>(record: Record | null): Record {
  if (record === null) throw new GatewayError("notFound");
  return record;
}
