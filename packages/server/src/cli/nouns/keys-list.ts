import type { Input } from "@portico/contract";
import { type Command, Option } from "commander";
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

type Query = Input<"listApiKeys">["query"];

interface Flags extends CommonFlags {
  readonly workspace?: string;
  readonly search?: string;
  readonly kind?: NonNullable<Query["kind"]>;
  readonly exposed?: boolean;
  readonly sort?: NonNullable<Query["sort"]>;
}

const kinds = ["ordinary", "management"] as const satisfies readonly Query["kind"][];
const sorts = ["newest", "most_spent", "least_left"] as const satisfies readonly Query["sort"][];

export function keysList(shell: Shell): Command {
  const command = remoteCommand("list", "list API keys, newest first")
    .option("--workspace <id or slug>", "only those of one workspace")
    .option("--search <text>", "only those with this text in name, label, owner or creator")
    .addOption(new Option("--kind <kind>", "only those of one kind").choices(kinds))
    .option("--exposed", "only those that were found exposed")
    .addOption(new Option("--sort <order>", "in another order").choices(sorts))
    .action(async (flags: Flags) => {
      const keys = await onGateway(shell, flags, (gateway) =>
        gateway.keys.list({ ...filterOf(flags), limit: largestPage }).toArray(),
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
  return examples(command, [
    "keys list",
    "keys list --workspace default --json",
    "keys list --search notebook --sort least_left",
  ]);
}

function filterOf({ workspace, search, kind, exposed, sort }: Flags): Query {
  return {
    ...(workspace !== undefined && { workspace_id: workspace }),
    ...(search !== undefined && { search }),
    ...(kind !== undefined && { kind }),
    ...(exposed === true && { exposed }),
    ...(sort !== undefined && { sort }),
  };
}
