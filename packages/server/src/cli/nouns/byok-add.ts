import type { Command } from "commander";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";

interface Flags extends CommonFlags {
  readonly provider: string;
  readonly workspace?: string;
  readonly name?: string;
}

export function byokAdd(shell: Shell): Command {
  const command = remoteCommand(
    "add",
    "add a workspace's own credential; its secret comes on standard input",
  )
    .requiredOption("--provider <name>", "the provider, as portico.yaml names it")
    .option("--workspace <id or slug>", "the workspace; default: the management key's own")
    .option("--name <name>", "a name for people")
    .action(async (flags: Flags) => {
      const { data } = await onGateway(shell, flags, async (gateway) => {
        const secret = await shell.terminal.readSecret(`Secret for ${flags.provider}:`);
        return await gateway.byok.create({
          provider: flags.provider,
          secret,
          ...(flags.workspace === undefined ? {} : { workspace_id: flags.workspace }),
          ...(flags.name === undefined ? {} : { name: flags.name }),
        });
      });
      print(shell, flags, data, () => `The credential for ${data.provider} is stored: ${data.id}`);
    });
  return examples(command, ["byok add --provider openai --workspace default < key.txt"]);
}
