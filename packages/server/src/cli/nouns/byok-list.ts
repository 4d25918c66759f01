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

interface Flags extends CommonFlags {
  readonly workspace?: string;
  readonly provider?: string;
}

export function byokList(shell: Shell): Command {
  const command = remoteCommand("list", "list the workspaces' own credentials, never their secrets")
    .option("--workspace <id or slug>", "only those of one workspace")
    .option("--provider <name>", "only those for one provider")
    .action(async (flags: Flags) => {
      const filter = {
        ...(flags.workspace === undefined ? {} : { workspace_id: flags.workspace }),
        ...(flags.provider === undefined ? {} : { provider: flags.provider }),
      };
      const credentials = await onGateway(shell, flags, (gateway) =>
        gateway.byok.list({ ...filter, limit: largestPage }).toArray(),
      );
      print(shell, flags, credentials, () =>
        table(
          ["id", "provider", "name", "secret", "state", "workspace"],
          credentials.map((credential) => [
            credential.id,
            credential.provider,
            credential.name,
            credential.label,
            credential.disabled ? "disabled" : "enabled",
            credential.workspace_id,
          ]),
        ),
      );
    });
  return examples(command, ["byok list", "byok list --provider openai --json"]);
}
