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

export function workspacesList(shell: Shell): Command {
  const command = remoteCommand("list", "list workspaces").action(async (flags: CommonFlags) => {
    const workspaces = await onGateway(shell, flags, (gateway) =>
      gateway.workspaces.list({ limit: largestPage }).toArray(),
    );
    print(shell, flags, workspaces, () =>
      table(
        ["slug", "name", "sort", "i/o logging", "broadcast", "data discount", "id"],
        workspaces.map((workspace) => [
          workspace.slug,
          workspace.name,
          workspace.default_provider_sort,
          workspace.is_observability_io_logging_enabled,
          workspace.is_observability_broadcast_enabled,
          workspace.is_data_discount_logging_enabled,
          workspace.id,
        ]),
      ),
    );
  });
  return examples(command, ["workspaces list", "workspaces list --json"]);
}
