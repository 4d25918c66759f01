import type { Command } from "commander";
import { pageFor } from "../shell/page-size.ts";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
  wholeNumber,
} from "../shell/shell.ts";
import { table } from "../shell/table.ts";

interface Flags extends CommonFlags {
  readonly apiKey?: string;
  readonly limit: number;
}

const defaultLimit = 100;

export function holds(shell: Shell): Command {
  const command = remoteCommand("holds", "show what is held for requests under way, oldest first")
    .option("--api-key <id>", "only one API key, by its number or hash")
    .option("--limit <n>", "how many holds at most", wholeNumber, defaultLimit)
    .action(async (flags: Flags) => {
      const found = await onGateway(shell, flags, (gateway) =>
        gateway.ledger
          .holds({
            limit: pageFor(flags.limit),
            ...(flags.apiKey !== undefined && { api_key_hash: flags.apiKey }),
          })
          .toArray(flags.limit),
      );
      print(shell, flags, found, () =>
        table(
          ["id", "key", "model", "held $", "age s", "process silent s"],
          found.map((hold) => [
            hold.id,
            hold.api_key_name,
            hold.model,
            hold.amount,
            toSeconds(hold.age),
            hold.process_silent === null ? null : toSeconds(hold.process_silent),
          ]),
        ),
      );
    });
  return examples(command, ["holds", "holds --api-key 7", "holds --json"]);
}

function toSeconds(ms: number): number {
  return Math.round(ms / 1000);
}
