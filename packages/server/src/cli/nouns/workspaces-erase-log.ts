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
  readonly user?: string;
  readonly yes?: boolean;
}

export function workspacesEraseLog(shell: Shell): Command {
  const command = remoteCommand("erase-log", "erase the entries of a workspace's I/O log")
    .argument("<id or slug>")
    .option("--user <name>", "only the entries of this end user, by the name in its requests")
    .option("--yes", "do not ask")
    .action(async (id: string, flags: Flags) => {
      const whose = flags.user === undefined ? "all users" : `the end user "${flags.user}"`;
      await confirm(shell, `Erase the logged requests and replies of ${whose} in "${id}"?`, flags);
      const query = flags.user === undefined ? {} : { user: flags.user };
      const { count } = await onGateway(shell, flags, (gateway) =>
        gateway.workspaces.eraseLog(id, query),
      );
      print(shell, flags, { id, deleted: true, count }, () => `${count} entries are erased.`);
    });
  return examples(command, [
    "workspaces erase-log default --user customer-4711",
    "workspaces erase-log default --yes",
  ]);
}
