import type { Command } from "commander";
import {
  type CommonFlags,
  confirm,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";

interface Flags extends CommonFlags {
  readonly yes?: boolean;
}

export function budgetsRemove(shell: Shell): Command {
  const command = remoteCommand("remove", "delete a budget: it limits nothing from then on")
    .argument("<id>", "its id, a UUID")
    .option("--yes", "do not ask")
    .action(async (id: string, flags: Flags) => {
      await confirm(shell, `Delete the budget ${id}?`, flags);
      const { deleted } = await onGateway(shell, flags, (gateway) => gateway.budgets.delete(id));
      print(shell, flags, { id, deleted }, () => `The budget ${id} is deleted.`);
    });
  return examples(command, ["budgets remove 3a7c9e52-6b1d-4f80-9c2e-5d4b8a7f6e10 --yes"]);
}
