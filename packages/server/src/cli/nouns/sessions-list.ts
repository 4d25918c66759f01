import type { Command } from "commander";
import { largestPage } from "../shell/page-size.ts";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";
import { table } from "../shell/table.ts";

export function sessionsList(shell: Shell): Command {
  const command = remoteCommand("list", "list who is signed in to the console").action(
    async (flags: CommonFlags) => {
      const sessions = await onGateway(shell, flags, (gateway) =>
        gateway.sessions.list({ limit: largestPage }).toArray(),
      );
      print(shell, flags, sessions, () =>
        table(
          ["name", "way", "role", "subject", "address", "last seen", "ends", "id"],
          sessions.map((session) => [
            session.name,
            session.way,
            session.role,
            session.subject,
            session.address,
            session.last_seen_at,
            session.idle_expires_at,
            session.id,
          ]),
        ),
      );
    },
  );
  return examples(command, ["sessions list", "sessions list --json"]);
}
