import type { Command } from "commander";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";

export function byokRotate(shell: Shell): Command {
  const command = remoteCommand(
    "rotate",
    "replace a credential's secret; the new one comes on standard input",
  )
    .argument("<id>", "the credential's id, a UUID")
    .action(async (id: string, flags: CommonFlags) => {
      const { data } = await onGateway(shell, flags, async (gateway) => {
        const secret = await shell.terminal.readSecret("New secret:");
        return await gateway.byok.update(id, { secret });
      });
      print(shell, flags, data, () => `The credential ${id} has its new secret (${data.label}).`);
    });
  return examples(command, ["byok rotate 4f0c4b0e-6a3e-4c53-9df1-6d1c1f4c9b1a < new-key.txt"]);
}
