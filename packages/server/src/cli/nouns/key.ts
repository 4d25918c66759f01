import type { Schema } from "@portico/contract";
import { command } from "../shell/command.ts";
import { flag } from "../shell/inputs.ts";
import { factLines, tableOf } from "../shell/table.ts";

type Key = Schema<"CurrentKey">;

/** For the holder of one key, who needs no management key. */
export const key = command("key", "what the key in use may do, has spent and has left", {
  takes: {
    user: flag("--user <name>", "an end user, whose budget is then shown too"),
    tag: flag("--tag <tag>", "a tag such as project=checkout, whose budget is then shown too"),
  },
  takesAnyKey: true,
  remote: async ({ keys }, query) => (await keys.current(query)).data,
  text: (data) => [facts(data), budgets(data), rates(data)].join(""),
  examples: ["key", "key --user alice", "key --json"],
});

/** Without what only client libraries of other services read. */
function facts(data: Key): string {
  const {
    allowed_data_regions: _,
    is_free_tier: __,
    is_provisioning_key: ___,
    is_management_key: ____,
    ...told
  } = data;
  return factLines(told);
}

function budgets({ budgets: all }: Key): string {
  if (all.length === 0) return "\n\nNo limit in money can refuse it.";
  const drawn = tableOf(all, {
    limit: "limit_source",
    name: "name",
    of: "limit",
    spent: "spent",
    held: "held",
    left: (one) => (one.is_exhausted ? "used up" : one.remaining),
    resets: "resets_at",
    next: (one) => (one.binds_next ? "binds next" : null),
  });
  return `\n\n${drawn}`;
}

function rates({ rates: { requests, tokens } }: Key): string {
  const rows = Object.entries({ requests, tokens }).flatMap(([name, rate]) =>
    rate === null ? [] : [{ name, ...rate }],
  );
  if (rows.length === 0) return "";
  const drawn = tableOf(rows, {
    "a minute": "name",
    limit: "limit",
    left: "remaining",
    "full again": "resets_at",
  });
  return `\n\n${drawn}`;
}
