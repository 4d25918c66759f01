import { GatewayError } from "../../errors.ts";
import { absentThing } from "./explain-bad-request.ts";

/**
 * Stored text may not hold the character NUL: PostgreSQL cannot store it, and no name, description or secret needs
 * it. A path with NUL gets 404.
 */
export function refuseNul(path: string, { params, query, body }: Input): void {
  if (holdsNul(params)) throw absentThing(path, params);
  if (!(holdsNul(query) || holdsNul(body))) return;
  throw new GatewayError("badRequest", { message: "The character NUL (U+0000) is not allowed." });
}

interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\u0000");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, child]) => holdsNul(name) || holdsNul(child));
}
