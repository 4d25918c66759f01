import { shown } from "../failures.ts";
import { formatUsd, toUsd } from "./amounts.ts";
import { toIsoOrNull } from "./dates.ts";

/** What refuses a request for lack of money. */
export interface SpentLimit {
  readonly of: keyof typeof words;
  readonly remainingNanousd: number;
  /** Null for the organisation's credits. */
  readonly limit: OneLimit | null;
  /** Of a session's budget: whose. */
  readonly sessionId?: string | null;
}

interface OneLimit {
  readonly limitNanousd: number;
  readonly spentNanousd: number;
  readonly heldNanousd: number;
  readonly resetsAtMs: number | null;
  /** Of a tag's budget: which, such as `project=checkout`. */
  readonly tag?: string;
}

const sessionBudget = "the session's budget (X-Session-Budget, or session_budget of its key)";

/** `of` in a 402, OpenRouter's word for the limit with more for budgets, and its name in a sentence. */
const words = {
  session: { of: "session", source: "session_budget", name: sessionBudget },
  key: { of: "key", source: "key_limit", name: "the key's limit" },
  endUser: { of: "end_user", source: "end_user_budget", name: "the end user's budget" },
  tag: { of: "tag", source: "tag_budget", name: "the tag's budget" },
  workspace: { of: "workspace", source: "workspace_budget", name: "the workspace's budget" },
  organisation: { of: "organisation", source: "credits", name: "the organisation's credits" },
} as const;

export function limitSource<Of extends SpentLimit["of"]>(of: Of): (typeof words)[Of]["source"] {
  return words[of].source;
}

const limitName = ({ of }: Pick<SpentLimit, "of">): string => words[of].name;

/** What something is left of. */
function amountName({ of, limit, sessionId }: SpentLimit): string {
  if (limit?.tag) return `the budget of the tag ${shown(limit.tag)}`;
  if (limit === null || !sessionId) return limitName({ of });
  const { limitNanousd, spentNanousd } = limit;
  return `the $${formatUsd(limitNanousd)} that session ${shown(sessionId)} may spend ($${formatUsd(spentNanousd)} is spent)`;
}

/** Requests under way usually end within seconds, and give back most of what they hold. */
const retryWhenHeldSeconds = 1;

type SpentReason = "used_up" | "too_little_left" | "held_in_flight";

/** Whether the request would fit if no other were under way. */
export function spentReason(
  { limit, remainingNanousd }: SpentLimit,
  minimumNanousd: number,
): SpentReason {
  if (limit !== null && limit.limitNanousd - limit.spentNanousd >= minimumNanousd)
    return "held_in_flight";
  return remainingNanousd > 0 ? "too_little_left" : "used_up";
}

/**
 * What a 402 says for programs. A key's holder may not read the organisation's balance, and gets none of its amounts.
 */
export function spentDetails(
  spent: SpentLimit,
  minimumNanousd: number,
  reason: SpentReason,
  mayAskForLess = true,
) {
  const { of, source } = words[spent.of];
  const { limit, remainingNanousd, sessionId } = spent;
  const isHeld = reason === "held_in_flight";
  return {
    metadata: {
      of,
      ...(minimumNanousd > 1 && { required: toUsd(minimumNanousd) }),
      ...(limit !== null && {
        remaining: toUsd(remainingNanousd),
        limit: toUsd(limit.limitNanousd),
        held: toUsd(limit.heldNanousd),
        resets_at: toIsoOrNull(limit.resetsAtMs),
        ...(sessionId && { session_id: sessionId, spent: toUsd(limit.spentNanousd) }),
        ...(limit.tag && { tag: limit.tag }),
      }),
      limit_source: source,
      reason,
      remedy_hint: remedyOf(spent, reason, mayAskForLess),
    },
    ...(isHeld && { retryAfterSeconds: retryWhenHeldSeconds }),
  };
}

/** For the smallest request: not even one nanodollar is left. */
export function usedUpDetails(spent: SpentLimit) {
  const reason = spentReason(spent, 1);
  const details = spentDetails(spent, 1, reason);
  const name = limitName(spent);
  const state =
    reason === "held_in_flight"
      ? `what is left of ${name} is held for requests under way`
      : `${name} ${spent.of === "organisation" ? "are" : "is"} used up`;
  const { remedy_hint: remedy } = details.metadata;
  return { ...details, message: `Insufficient credits: ${state}. ${remedy}` };
}

function remedyOf(spent: SpentLimit, reason: SpentReason, mayAskForLess: boolean): string {
  if (spent.of === "organisation") return "Have more credits granted to the organisation.";
  const raise = `raise ${limitName(spent)}`;
  if (reason === "held_in_flight")
    return `Try again when requests that are under way have ended, or ${raise}.`;
  const wait = (spent.limit?.resetsAtMs ?? null) === null ? "" : ", or wait until it resets";
  return reason === "used_up" || !mayAskForLess
    ? `R${raise.slice(1)}${wait}.`
    : `Ask for fewer tokens, or ${raise}${wait}.`;
}

/** A 402 in a sentence. `advice` stands behind what is left; of the organisation's credits that is not said. */
export function spentMessage(
  spent: SpentLimit,
  minimumNanousd: number,
  reason: SpentReason,
  advice: (left: string) => string,
): string {
  const needed = `Insufficient credits: $${formatUsd(minimumNanousd)} has to be left for this request`;
  return `${needed}, ${reason === "held_in_flight" ? stateWhenHeld(spent) : state(spent, advice)}.`;
}

function stateWhenHeld(spent: SpentLimit): string {
  const held = formatUsd(spent.limit?.heldNanousd ?? 0);
  const name = limitName(spent);
  return `and $${held} of ${amountName(spent)} is held for requests under way. Try again when they have ended, or raise ${name}`;
}

function state(spent: SpentLimit, advice: (left: string) => string): string {
  if (spent.of === "organisation")
    return "which the organisation's credits do not cover. More credits have to be granted to the organisation";
  const name = limitName(spent);
  return `and $${formatUsd(spent.remainingNanousd)} is left of ${amountName(spent)}. ${advice(name)}`;
}
