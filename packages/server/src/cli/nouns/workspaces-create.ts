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
  readonly name: string;
  readonly slug?: string;
  readonly description?: string;
}

export function workspacesCreate(shell: Shell): Command {
  const command = remoteCommand("create", "make a workspace")
    .requiredOption("--name <name>", "a name for people")
    .option("--slug <slug>", "its name in URLs; default: made from the name")
    .option("--description <text>", "its purpose")
    .action(async (flags: Flags) => {
      const { data } = await onGateway(shell, flags, (gateway) =>
        gateway.workspaces.create({
          name: flags.name,
          ...(flags.slug === undefined ? {} : { slug: flags.slug }),
          ...(flags.description === undefined ? {} : { description: flags.description }),
        }),
      );
      print(shell, flags, data, () => `The workspace "${data.slug}" is created: ${data.id}`);
    });
  return examples(command, ['workspaces create --name "Search team" --slug search']);
}
