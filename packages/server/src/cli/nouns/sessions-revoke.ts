import type { Command } from "commander";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";

export function sessionsRevoke(shell: Shell): Command {
  const command = remoteCommand("revoke", "end a session of the console at once")
    .argument("<id>", "its id, a UUID")
    .action(async (id: string, flags: CommonFlags) => {
      const { deleted } = await onGateway(shell, flags, (gateway) => gateway.sessions.revoke(id));
      print(shell, flags, { id, deleted }, () => `The session ${id} has ended.`);
    });
  return examples(command, ["sessions revoke 8c2f4a6e-1b3d-4e5f-8a7b-9c0d1e2f3a4b"]);
}
