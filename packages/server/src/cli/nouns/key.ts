import type { Schema } from "@portico/contract";
import type { Command } from "commander";
import { factLines } from "../shell/facts.ts";
import {
  type CommonFlags,
  examples,
  localCommand,
  onGateway,
  print,
  type Shell,
} from "../shell/shell.ts";
import { table } from "../shell/table.ts";

interface Flags extends CommonFlags {
  readonly user?: string;
}

/** For the holder of one key, who needs no management key. */
export function ownKey(shell: Shell): Command {
  const command = localCommand("key", "what the key in use may do, has spent and has left")
    .option("--url <url>", "the gateway's address (PORTICO_URL)")
    .option("--key <key>", "an API key of any kind (PORTICO_API_KEY, PORTICO_MANAGEMENT_KEY)")
    .option("--user <name>", "an end user, whose budget is then shown too")
    .action(async (flags: Flags) => {
      const key = flags.key ?? shell.environment.apiKey;
      const query = flags.user === undefined ? {} : { user: flags.user };
      const { data } = await onGateway(
        shell,
        { ...flags, ...(key !== undefined && { key }) },
        (gateway) => gateway.keys.current(query),
      );
      print(shell, flags, data, () => [facts(data), budgets(data), rates(data)].join(""));
    });
  return examples(command, ["key", "key --user alice", "key --json"]);
}

/** Without what only client libraries of other services read. */
function facts(data: Schema<"CurrentKey">): string {
  const {
    allowed_data_regions: _,
    is_free_tier: __,
    is_provisioning_key: ___,
    is_management_key: ____,
    ...told
  } = data;
  return factLines(told);
}

function budgets({ budgets: all }: Schema<"CurrentKey">): string {
  if (all.length === 0) return "\n\nNo limit in money can refuse it.";
  const head = ["limit", "name", "of", "spent", "held", "left", "resets", "next"];
  const rows = all.map((each) => [
    each.limit_source,
    each.name,
    each.limit,
    each.spent,
    each.held,
    each.is_exhausted ? "used up" : each.remaining,
    each.resets_at,
    each.binds_next ? "binds next" : null,
  ]);
  return `\n\n${table(head, rows)}`;
}

function rates({ rates: { requests, tokens } }: Schema<"CurrentKey">): string {
  const rows = Object.entries({ requests, tokens }).flatMap(([name, rate]) =>
    rate === null ? [] : [[name, rate.limit, rate.remaining, rate.resets_at]],
  );
  return rows.length === 0 ? "" : `\n\n${table(["a minute", "limit", "left", "full again"], rows)}`;
}
