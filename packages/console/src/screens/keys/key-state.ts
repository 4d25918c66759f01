import type { Schema } from "@portico/client";

/** Whether a key works now. */
export function stateOf(
  { disabled, expires_at: at }: Pick<Schema<"ApiKey">, "disabled" | "expires_at">,
  now = Date.now(),
): "active" | "disabled" | "expired" {
  if (at !== null && Date.parse(at) <= now) return "expired";
  return disabled ? "disabled" : "active";
}
