import type { Generation } from "./tail.ts";

/** Who pays for a request. */
export type Payer = "none" | "credits" | "ownCredential" | "returned" | "hold" | "pending";

export function payerOf({
  state,
  usage,
  is_byok,
}: Pick<Generation, "state" | "usage" | "is_byok">): Payer {
  if (state === "pending") return "pending";
  if (state === "refunded") return "returned";
  if (state === "abandoned") return "hold";
  if (is_byok) return "ownCredential";
  return usage > 0 ? "credits" : "none";
}

/** What of the hold the key got back when the request was booked; null while it is under way. */
export function givenBack({
  state,
  held,
  usage,
}: Pick<Generation, "state" | "held" | "usage">): number | null {
  return state === "pending" ? null : Math.max(0, held - usage);
}

type Refundable = Pick<Generation, "state" | "status" | "usage">;

/** What the contract lets one refund: abandoned requests, and charged ones that were answered with a failure of the service. */
export function isRefundable({ state, status, usage }: Refundable): boolean {
  if (state === "abandoned") return true;
  return state === "settled" && usage > 0 && status >= 500;
}
