import { InvalidArgumentError } from "commander";
import { localGrant } from "../local/local-grant.ts";
import { command, noun } from "../shell/command.ts";
import { argument, dollars, flag, type Reader } from "../shell/inputs.ts";
import { tableOf } from "../shell/table.ts";

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
