import { formatUsd } from "@portico/core/rules/amounts";
import { AdmissionRefused, type Blocking } from "../../access/admission-refused.ts";
import {
  limitName,
  type SpentRefusal,
  spentDetails,
  spentReason,
} from "../../access/spent-limit.ts";

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
  refusal: SpentRefusal,
  need: Need,
  endUser: string | null,
): AdmissionRefused {
  const { minimumNanousd } = need;
  const reason = spentReason(refusal, minimumNanousd);
  const mayAskForLess = refusal.remainingNanousd >= need.leastHeld().nanousd;
  const needed = `Insufficient credits: $${formatUsd(minimumNanousd)} has to be left for this request`;
  const details = {
    ...spentDetails(refusal, minimumNanousd, reason, mayAskForLess),
    message: `${needed}, ${reason === "held_in_flight" ? stateWhenHeld(refusal) : state(refusal, need)}.`,
  };
  const blocking = reason === "too_little_left" ? blockingOf(refusal, endUser) : null;
  return new AdmissionRefused(refusal, "outOfCredits", details, blocking);
}

/** Credits have no alert of this kind. */
function blockingOf({ of, limit }: SpentRefusal, endUser: string | null): Blocking | null {
  if (of === "organisation" || limit === null) return null;
  return { of, endUser, limitNanousd: limit.limitNanousd };
}

function stateWhenHeld(refusal: SpentRefusal): string {
  const held = formatUsd(refusal.limit?.heldNanousd ?? 0);
  const name = limitName(refusal);
  return `and $${held} of ${name} is held for requests under way. Try again when they have ended, or raise ${name}`;
}

function state(refusal: SpentRefusal, need: Need): string {
  const { of, remainingNanousd } = refusal;
  if (of === "organisation")
    return "which the organisation's credits do not cover. More credits have to be granted to the organisation";
  const name = limitName(refusal);
  const left = `and $${formatUsd(remainingNanousd)} is left of ${name}`;
  const { nanousd: least, who } = need.leastHeld();
  if (remainingNanousd < least)
    return `${left}. ${who} at least $${formatUsd(least)} for any request: raise ${name}`;
  const cheaper = remainingNanousd > 0 ? need.cheaper(remainingNanousd) : null;
  const advice = cheaper === null ? `Raise ${name}` : `${cheaper}, or raise ${name}`;
  return `${left}. ${advice}`;
}
