import { GatewayError } from "@portico/core/failures";
import {
  type SpentLimit,
  spentDetails,
  spentMessage,
  spentReason,
  usedUpDetails,
} from "@portico/core/rules/spent-limit";
import type { Limit } from "./spending.ts";

/** 402 in the gateway's words. Without an amount, not even the smallest request is covered. */
export function outOfCredits(limit: Limit, needed?: number): GatewayError {
  const { limit: limitNanousd, spent: spentNanousd, held: heldNanousd, resetsAt } = limit;
  const of = limit.of === "end_user" ? "endUser" : limit.of;
  const spent: SpentLimit = {
    of,
    remainingNanousd: limit.left,
    limit:
      of === "organisation"
        ? null
        : { limitNanousd, spentNanousd, heldNanousd, resetsAtMs: resetsAt },
  };
  if (needed === undefined) return new GatewayError("outOfCredits", usedUpDetails(spent));
  const reason = spentReason(spent, needed);
  return new GatewayError("outOfCredits", {
    ...spentDetails(spent, needed, reason),
    message: spentMessage(spent, needed, reason, (name) => `Raise ${name}`),
  });
}
