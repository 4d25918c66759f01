import { createHash } from "node:crypto";

/** Accepts the key itself too: an operator who found a key in a log knows only that. */
export function hashOf(given: string): string {
  return /^ptcm?_/.test(given) ? createHash("sha256").update(given).digest("hex") : given;
}
