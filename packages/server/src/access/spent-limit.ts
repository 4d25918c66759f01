import { toUsd } from "@portico/core/rules/amounts";
import type { AdmissionVerdict } from "../store/ports/money.ts";

export type SpentRefusal = Extract<AdmissionVerdict, { outcome: "outOfCredits" }>;

export type LimitSource = "key_limit" | "end_user_budget" | "workspace_budget" | "credits";

interface Words {
  readonly of: string;
  /** OpenRouter's words, with two more for budgets. */
  readonly source: LimitSource;
  /** In a sentence. */
  readonly name: string;
}

const words: Readonly<Record<SpentRefusal["of"], Words>> = {
  key: { of: "key", source: "key_limit", name: "the key's limit" },
  endUser: { of: "end_user", source: "end_user_budget", name: "the end user's budget" },
  workspace: { of: "workspace", source: "workspace_budget", name: "the workspace's budget" },
  organisation: { of: "organisation", source: "credits", name: "the organisation's credits" },
};

export const limitSource = (of: SpentRefusal["of"]): LimitSource => words[of].source;

export const limitName = ({ of }: SpentRefusal): string => words[of].name;

/** Requests under way usually end within seconds, and give back most of what they hold. */
const retryWhenHeldSeconds = 1;

export type SpentReason = "used_up" | "too_little_left" | "held_in_flight";

/** Whether the request would fit if no other were under way. */
export function spentReason(refusal: SpentRefusal, minimumNanousd: number): SpentReason {
  const { limit, remainingNanousd } = refusal;
  if (limit !== null && limit.limitNanousd - limit.spentNanousd >= minimumNanousd)
    return "held_in_flight";
  return remainingNanousd > 0 ? "too_little_left" : "used_up";
}

/**
 * What a 402 says for programs. A key's holder may not read the organisation's balance, and gets none of its amounts.
 */
export function spentDetails(
  refusal: SpentRefusal,
  minimumNanousd: number,
  reason: SpentReason,
  mayAskForLess = true,
) {
  const { of, source } = words[refusal.of];
  const { limit, remainingNanousd } = refusal;
  const isHeld = reason === "held_in_flight";
  return {
    metadata: {
      of,
      ...(minimumNanousd > 1 && { required: toUsd(minimumNanousd) }),
      ...(limit !== null && {
        remaining: toUsd(remainingNanousd),
        limit: toUsd(limit.limitNanousd),
        held: toUsd(limit.heldNanousd),
        resets_at: limit.resetsAtMs === null ? null : new Date(limit.resetsAtMs).toISOString(),
      }),
      limit_source: source,
      reason,
      remedy_hint: remedyOf(refusal, reason, mayAskForLess),
    },
    ...(isHeld && { retryAfterSeconds: retryWhenHeldSeconds }),
  };
}

function remedyOf(refusal: SpentRefusal, reason: SpentReason, mayAskForLess: boolean): string {
  if (refusal.of === "organisation") return "Have more credits granted to the organisation.";
  const raise = `raise ${limitName(refusal)}`;
  if (reason === "held_in_flight")
    return `Try again when requests that are under way have ended, or ${raise}.`;
  const wait = (refusal.limit?.resetsAtMs ?? null) === null ? "" : ", or wait until it resets";
  return reason === "used_up" || !mayAskForLess
    ? `R${raise.slice(1)}${wait}.`
    : `Ask for fewer tokens, or ${raise}${wait}.`;
}
