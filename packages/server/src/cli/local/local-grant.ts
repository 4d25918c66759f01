import type { Input, Schema } from "@portico/contract";
import { toNanousd } from "@portico/core/rules/amounts";
import { toCredits } from "../../operations/records/credits.ts";
import { actorName } from "../../store/ports/actor.ts";
import { CliError } from "../shell/cli-error.ts";
import { storeSettings } from "../shell/settings.ts";
import { configurationOf } from "./local-configuration.ts";
import { onLocalStore } from "./local-store.ts";

/** As the contract has it: the store counts nanodollars, which a double holds exactly up to here. */
const mostUsd = 9_000_000;

/** Grants credits in the store itself, which needs no key. */
export async function localGrant({
  amount,
  note,
}: Input<"grantCredits">["body"]): Promise<{ readonly data: Schema<"Credits"> }> {
  if (amount === 0) throw new CliError("Grant more than 0 dollars.", "usage");
  if (amount > mostUsd) throw new CliError(`Grant at most ${mostUsd} dollars.`, "usage");
  const config = storeSettings();
  const { credits } = await configurationOf(config);
  return await onLocalStore(config, "grantCredits", async ({ store, actor }) => {
    const granted = await store.money.grant(actor, {
      amountNanousd: toNanousd(amount),
      note: note ?? null,
      createdBy: actorName(actor),
    });
    return { data: toCredits(granted, credits.enforce) };
  });
}
