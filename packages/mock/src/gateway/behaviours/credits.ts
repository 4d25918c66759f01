import type { Schema } from "@portico/contract/facts";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { toIso } from "@portico/core/rules/dates";
import { acting, type Given } from "../world/acting.ts";
import { creatorOf, recordChange } from "../world/audit.ts";
import type { WorldData } from "../world/data.ts";
import { nowOf } from "../world/now.ts";
import { creditsHeld, creditsUsed } from "../world/spending.ts";

export const getCredits = acting<"getCredits">(200, ({ world }) => ({ data: shown(world.data) }));

export const grantCredits = acting<"grantCredits">(201, (given) => {
  const { credits } = given.world.data;
  const { note = null } = given.body;
  const before = credits.granted;
  const amount = toNanousd(given.body.amount);
  credits.granted += amount;
  noteGrant(given, amount, note);
  recordChange(given, {
    target: { type: "credits", id: organisationId },
    workspaceId: null,
    before: { granted: toUsd(before) },
    after: { granted: toUsd(credits.granted), amount: toUsd(amount), note },
  });
  return { data: shown(given.world.data) };
});

function noteGrant(
  { world: { data }, caller }: Given<"grantCredits">,
  amount: number,
  note: string | null,
): void {
  const { grants } = data;
  if (grants === undefined) return;
  grants.push({
    id: (grants.at(-1)?.id ?? 0) + 1,
    amount: toUsd(amount),
    note,
    created_by: creatorOf(caller),
    created_at: toIso(nowOf(data)),
  });
}

/** The one organisation of this world. */
export const organisationId = "0c9b7a3e-1d2f-4a5b-8c6d-7e8f9a0b1c2d";

function shown(data: WorldData): Schema<"Credits"> {
  const { granted, enforced } = data.credits;
  const used = creditsUsed(data);
  return {
    total_credits: toUsd(granted),
    total_usage: toUsd(used),
    remaining: toUsd(granted - used - creditsHeld(data)),
    enforced,
  };
}
