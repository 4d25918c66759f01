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

type Refundable = Pick<Generation, "state" | "status" | "usage" | "error">;

/** What the service failed to do: a status from 500, or a stream that failed. The gateway decides. */
export function isRefundable({ state, status, usage, error }: Refundable): boolean {
  if (state === "abandoned") return true;
  const hasFailed = status >= 500 || (status < 400 && error !== null);
  return state === "settled" && usage > 0 && hasFailed;
}
