import type { Command } from "commander";
import {
  type CommonFlags,
  connect,
  dollars,
  examples,
  print,
  remoteCommand,
  type Shell,
} from "./shell.ts";

interface Flags extends CommonFlags {
  readonly note?: string;
}

export function creditsGrant(shell: Shell): Command {
  const command = remoteCommand("grant", "add credits to the organisation")
    .argument("<usd>", "how much, in US dollars", dollars)
    .option("--note <text>", "why, for the records")
    .action(async (amount: number, flags: Flags) => {
      const gateway = await connect(shell, flags);
      const note = flags.note === undefined ? {} : { note: flags.note };
      const { data } = await gateway.call("grantCredits", { body: { amount, ...note } });
      print(shell, flags, data, () => {
        const bound = data.enforced
          ? ""
          : " They bound nothing yet: set credits.enforce in portico.yaml.";
        return `${data.remaining} dollars of ${data.total_credits} are left.${bound}`;
      });
    });
  return examples(command, ['credits grant 100 --note "budget of the third quarter"']);
}
