import { formatUsd } from "@portico/core/rules/amounts";
import { spentDetails, spentMessage, spentReason } from "@portico/core/rules/spent-limit";
import {
  AdmissionRefused,
  type Blocking,
  type SpentRefusal,
} from "../../access/admission-refused.ts";

/** The amount that a refused request needs, and advice for a cheaper one. */
export interface Need {
  readonly minimumNanousd: number;
  /** Advice to make the request cost at most this much; null where there is none. */
  readonly cheaper: (availableNanousd: number) => string | null;
  /** What is held for the smallest request that there could be. With less left, no other request helps. */
  readonly leastHeld: () => { readonly nanousd: number; readonly who: string };
}

/**
 * Money is left, but not enough for this request. Holders of keys may not read what the organisation has left, so they
 * do not get advice that would reveal it either.
 */
export function outOfCredits(
  refused: SpentRefusal,
  need: Need,
  { endUser, sessionId }: { readonly endUser: string | null; readonly sessionId: string | null },
): AdmissionRefused {
  const refusal = refused.of === "session" ? { ...refused, sessionId } : refused;
  const { minimumNanousd } = need;
  const reason = spentReason(refusal, minimumNanousd);
  const mayAskForLess = refusal.remainingNanousd >= need.leastHeld().nanousd;
  const details = {
    ...spentDetails(refusal, minimumNanousd, reason, mayAskForLess),
    message: spentMessage(refusal, minimumNanousd, reason, (name) => adviceOf(refusal, need, name)),
  };
  const blocking = reason === "too_little_left" ? blockingOf(refusal, endUser) : null;
  return new AdmissionRefused(refusal, "outOfCredits", details, { blocking, endUser });
}

/** Credits and sessions have no alert of this kind. */
function blockingOf({ of, limit }: SpentRefusal, endUser: string | null): Blocking | null {
  if (of === "organisation" || of === "session" || limit === null) return null;
  return { of, endUser, tag: limit.tag, limitNanousd: limit.limitNanousd };
}

function adviceOf({ remainingNanousd }: SpentRefusal, need: Need, name: string): string {
  const { nanousd: least, who } = need.leastHeld();
  if (remainingNanousd < least)
    return `${who} at least $${formatUsd(least)} for any request: raise ${name}`;
  const cheaper = remainingNanousd > 0 ? need.cheaper(remainingNanousd) : null;
  return cheaper === null ? `Raise ${name}` : `${cheaper}, or raise ${name}`;
}
