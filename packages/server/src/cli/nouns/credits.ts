import type { Input, Schema } from "@portico/contract";
import { toNanousd } from "@portico/core/rules/amounts";
import { InvalidArgumentError } from "commander";
import { toCredits } from "../../operations/records/credits.ts";
import { actorName } from "../../store/ports/actor.ts";
import { onLocalStore } from "../local/local-store.ts";
import { CliError } from "../shell/cli-error.ts";
import { command, noun } from "../shell/command.ts";
import { argument, dollars, flag, type Reader } from "../shell/inputs.ts";
import { configurationOf, storeSettings } from "../shell/settings.ts";
import { tableOf } from "../shell/table.ts";

/** As the contract has it: the store counts nanodollars, which a double holds exactly up to here. */
const mostUsd = 9_000_000;

/** Grants credits in the store itself, which needs no key. */
async function localGrant({
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

const show = command("show", "show credits granted, spent and left", {
  remote: async ({ credits }) => (await credits.get()).data,
  text: (credits) =>
    tableOf([credits], {
      "granted $": "total_credits",
      "spent $": "total_usage",
      // Where credits are not enforced, nothing runs out.
      "left $": ({ enforced, remaining }) => (enforced ? remaining : null),
      enforced: "enforced",
    }),
  examples: ["credits show", "credits show --json"],
});

const longestNote = 500;
const shortNote: Reader<string> = (text) => {
  if (text.length > longestNote)
    throw new InvalidArgumentError(`At most ${longestNote} characters.`);
  return text;
};

const grant = command("grant", "add credits to the organisation", {
  takes: {
    amount: argument("<usd>", "how much, in US dollars", dollars),
    note: flag("--note <text>", "why, for the records", shortNote),
  },
  remote: async ({ credits }, body) => (await credits.grant(body)).data,
  local: async (body) => (await localGrant(body)).data,
  text: ({ enforced, remaining, total_credits: total }) => {
    const hint = enforced ? "" : " Credits are not enforced: set credits.enforce in portico.yaml.";
    return `${remaining} dollars of ${total} are left.${hint}`;
  },
  explains:
    "\nOnly the operator grants credits, with --local where the gateway runs. With credits.grants: management in\nportico.yaml, a management key can grant them too.",
  examples: [
    'credits grant 100 --note "budget of the third quarter" --local',
    "credits grant 100 --json",
  ],
});

export const credits = noun("credits", "the organisation's money", [show, grant]);
