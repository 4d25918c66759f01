import type { Input } from "@portico/contract";
import { type Command, InvalidArgumentError } from "commander";
import { localGrant } from "../local/local-grant.ts";
import {
  type CommonFlags,
  dollars,
  examples,
  localOption,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";

interface Flags extends CommonFlags {
  readonly note?: string;
}

export function creditsGrant(shell: Shell): Command {
  const command = remoteCommand("grant", "add credits to the organisation")
    .argument("<usd>", "how much, in US dollars", dollars)
    .option("--note <text>", "why, for the records", note)
    .addOption(localOption())
    .addHelpText(
      "after",
      "\nOnly the operator grants credits, with --local where the gateway runs. With credits.grants: management in\nportico.yaml, a management key can grant them too.",
    )
    .action(async (amount: number, flags: Flags) => {
      const body = { amount, ...(flags.note === undefined ? {} : { note: flags.note }) };
      const { data } = await grant(shell, flags, body);
      print(shell, flags, data, () => {
        const bound = data.enforced
          ? ""
          : " Credits are not enforced: set credits.enforce in portico.yaml.";
        return `${data.remaining} dollars of ${data.total_credits} are left.${bound}`;
      });
    });
  return examples(command, [
    'credits grant 100 --note "budget of the third quarter" --local',
    "credits grant 100 --json",
  ]);
}

async function grant(shell: Shell, flags: Flags, body: Input<"grantCredits">["body"]) {
  if (flags.local === true) return await localGrant(body);
  return await onGateway(shell, flags, (gateway) => gateway.credits.grant(body));
}

const longestNote = 500;

function note(text: string): string {
  if (text.length <= longestNote) return text;
  throw new InvalidArgumentError(`At most ${longestNote} characters.`);
}
