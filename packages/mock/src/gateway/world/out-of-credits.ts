import { formatUsd, toUsd } from "@portico/core/rules/amounts";
import { toIsoOrNull } from "@portico/core/rules/dates";
import { type Failure, refusal } from "../failure.ts";
import type { Limit } from "./spending.ts";

const names: Readonly<Record<Limit["of"], string>> = {
  key: "the key's limit",
  end_user: "the end user's budget",
  workspace: "the workspace's budget",
  organisation: "the organisation's credits",
};

/** 402 in the gateway's words. A key's holder may not read the organisation's balance, and gets none of its amounts. */
export function outOfCredits(limit: Limit, needed: number): Failure {
  const isHidden = limit.of === "organisation";
  const reason = limit.left > 0 ? "too_little_left" : "used_up";
  const name = names[limit.of];
  const left = isHidden
    ? "which the organisation's credits do not cover. More credits have to be granted to the organisation"
    : `and $${formatUsd(limit.left)} is left of ${name}. Raise ${name}`;
  const needs = `Insufficient credits: $${formatUsd(needed)} has to be left for this request`;
  return refusal(402, `${needs}, ${left}.`, undefined, {
    of: limit.of,
    required: toUsd(needed),
    ...(!isHidden && {
      remaining: toUsd(limit.left),
      limit: toUsd(limit.limit),
      held: 0,
      resets_at: toIsoOrNull(limit.resetsAt),
    }),
    limit_source: limit.source,
    reason,
    remedy_hint: remedyOf(limit, reason),
  });
}

function remedyOf({ of, resetsAt }: Limit, reason: string): string {
  if (of === "organisation") return "Have more credits granted to the organisation.";
  const wait = resetsAt === null ? "" : ", or wait until it resets";
  const raise = `raise ${names[of]}${wait}`;
  return reason === "used_up" ? `R${raise.slice(1)}.` : `Ask for fewer tokens, or ${raise}.`;
}
