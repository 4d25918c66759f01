import type { Command } from "commander";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";
import { table } from "../shell/table.ts";

export function creditsShow(shell: Shell): Command {
  const command = remoteCommand("show", "show credits granted, spent and left").action(
    async (flags: CommonFlags) => {
      const { data } = await onGateway(shell, flags, (gateway) => gateway.credits.get());
      print(shell, flags, data, () => {
        // Where credits are not enforced, nothing runs out.
        const left = data.enforced ? data.remaining : null;
        return table(
          ["granted $", "spent $", "left $", "enforced"],
          [[data.total_credits, data.total_usage, left, data.enforced]],
        );
      });
    },
  );
  return examples(command, ["credits show", "credits show --json"]);
}
