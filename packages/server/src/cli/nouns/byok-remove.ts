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

export function byokRemove(shell: Shell): Command {
  const command = remoteCommand("remove", "delete a workspace's own credential and wipe its secret")
    .argument("<id>", "its id, a UUID")
    .option("--yes", "do not ask")
    .action(async (id: string, flags: Flags) => {
      await confirm(shell, `Delete the credential ${id} and wipe its secret for good?`, flags);
      const { deleted } = await onGateway(shell, flags, (gateway) => gateway.byok.delete(id));
      print(shell, flags, { id, deleted }, () => `The credential ${id} is deleted.`);
    });
  return examples(command, ["byok remove 4f0c4b0e-6a3e-4c53-9df1-6d1c1f4c9b1a --yes"]);
}
