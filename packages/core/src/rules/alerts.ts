import type { Schema } from "@portico/contract/facts";

/** In the order of the contract. */
export const alertKinds = [
  "budget",
  "limit_blocking",
  "unbilled",
  "provider_down",
  "canary_rolled_back",
  "key_exposed",
] as const satisfies readonly Schema<"Alert">["kind"][];

export const alertStates = [
  "waiting",
  "sent",
  "failed",
  "unsent",
] as const satisfies readonly Schema<"Alert">["state"][];
