import { GatewayError } from "../errors.ts";

/**
 * What is going to be stored may not hold the character NUL: PostgreSQL has no place for it, and no name,
 * description or secret needs it.
 */
export function refuseNul(value: unknown): void {
  if (typeof value === "string" && value.includes("\u0000"))
    throw new GatewayError("badRequest", { message: "The character NUL (U+0000) is not allowed." });
  if (typeof value !== "object" || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    refuseNul(name);
    refuseNul(child);
  }
}
