import type { Schema } from "@portico/contract";
import { InvalidArgumentError } from "commander";
import { command } from "../shell/command.ts";
import { choice, flag, type Reader } from "../shell/inputs.ts";
import { largestPage } from "../shell/page-size.ts";
import { type Cell, tableOf } from "../shell/table.ts";

type Row = Schema<"ActivityRow">;

const groups = ["day", "key", "workspace", "model", "provider", "app"] as const;
type Group = (typeof groups)[number];

const fieldOf: Record<Group, (row: Row) => Cell> = {
  day: (row) => row.hour ?? row.date,
  key: (row) => row.api_key_name,
  workspace: (row) => row.workspace_id,
  model: (row) => row.model,
  provider: (row) => row.provider_name,
  app: (row) => row.app_title ?? row.app_url,
};

const groupList: Reader<Group[]> = (text) =>
  text.split(",").map((name) => {
    const group = groups.find((known) => known === name.trim());
    if (group === undefined) throw new InvalidArgumentError(`Groups are ${groups.join(", ")}.`);
    return group;
  });

export const activity = command("activity", "show usage and cost", {
  takes: {
    start_date: flag("--from <day>", "the first day, in UTC: 2026-11-01"),
    end_date: flag("--to <day>", "the last day, in UTC"),
    workspace_id: flag("--workspace <id or slug>", "only one workspace"),
    api_key_hash: flag("--api-key <id>", "only one API key, by its number or hash"),
    model: flag("--model <model>", "only one model"),
    by: flag("--by <groups>", `by commas: ${groups.join(", ")}`, groupList, ["day", "model"]),
    granularity: choice("--granularity <span>", "whether days are days or hours", ["day", "hour"]),
  },
  remote: ({ activity }, { by, ...query }) =>
    activity.list({ group_by: by, ...query, limit: largestPage }).toArray(),
  text: (rows, { by }) =>
    tableOf(rows, {
      ...Object.fromEntries(by.map((group) => [group, fieldOf[group]])),
      requests: "requests",
      input: "prompt_tokens",
      output: "completion_tokens",
      "cost $": "usage",
      "p50 ms": ({ latency }) => latency?.p50,
      "p99 ms": ({ latency }) => latency?.p99,
      // This column is nearly always empty, and is shown only where it has a value.
      ...(rows.some(({ unbilled }) => unbilled > 0) && { "unbilled $": "unbilled" as const }),
    }),
  examples: [
    "activity",
    "activity --by app --from 2026-11-01",
    "activity --granularity hour --by day,model",
    "activity --json",
  ],
});
