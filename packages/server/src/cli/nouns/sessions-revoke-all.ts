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

export function sessionsRevokeAll(shell: Shell): Command {
  const command = remoteCommand(
    "revoke-all",
    "end all sessions of the console: everyone has to sign in again",
  )
    .option("--yes", "do not ask")
    .action(async (flags: Flags) => {
      await confirm(shell, "End all sessions of the console?", flags);
      const { count } = await onGateway(shell, flags, (gateway) =>
        gateway.sessions.revokeAll({ all: true }),
      );
      print(shell, flags, { count }, () => `${count} sessions have ended.`);
    });
  return examples(command, ["sessions revoke-all --yes"]);
}
