import type { Command } from "commander";
import { largestPage } from "./page-size.ts";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "./shell.ts";
import { table } from "./table.ts";

interface Flags extends CommonFlags {
  readonly workspace?: string;
}

export function keysList(shell: Shell): Command {
  const command = remoteCommand("list", "list API keys, newest first")
    .option("--workspace <id or slug>", "only those of one workspace")
    .action(async (flags: Flags) => {
      const filter = flags.workspace === undefined ? {} : { workspace_id: flags.workspace };
      const keys = await onGateway(shell, flags, (gateway) =>
        gateway.keys.list({ ...filter, limit: largestPage }).toArray(),
      );
      print(shell, flags, keys, () =>
        table(
          [
            "id",
            "name",
            "key",
            "kind",
            "limit",
            "left",
            "spent",
            "rpm",
            "tpm",
            "expires",
            "state",
            "exposed",
          ],
          keys.map((key) => [
            key.id,
            key.name,
            key.label,
            key.kind,
            key.limit,
            key.limit_remaining,
            key.usage,
            key.requests_per_minute,
            key.tokens_per_minute,
            key.expires_at,
            key.disabled ? "disabled" : "enabled",
            key.exposed_at,
          ]),
        ),
      );
    });
  return examples(command, ["keys list", "keys list --workspace default --json"]);
}
