import type { Command } from "commander";
import { factLines } from "../shell/facts.ts";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";
import { table } from "../shell/table.ts";

export function budgetsShow(shell: Shell): Command {
  const command = remoteCommand(
    "show",
    "show a budget, and the end users who have spent most of one that is for all",
  )
    .argument("<id>", "its id, a UUID")
    .action(async (id: string, flags: CommonFlags) => {
      const budget = await onGateway(shell, flags, (gateway) => gateway.budgets.get(id));
      const { data, end_users: endUsers } = budget;
      const endUserLines = () =>
        table(
          ["end user", "spent", "held", "remaining"],
          (endUsers?.data ?? []).map((each) => [
            each.end_user,
            each.spent,
            each.held,
            each.remaining,
          ]),
        );
      print(shell, flags, budget, () =>
        [
          factLines({ ...data, ...data.state, limit: data.limit }),
          ...(endUsers === null ? [] : [endUserLines()]),
        ].join("\n\n"),
      );
    });
  return examples(command, ["budgets show 3a7c9e52-6b1d-4f80-9c2e-5d4b8a7f6e10"]);
}
