import { type Command, InvalidArgumentError, Option } from "commander";
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

const spans = ["day", "hour"] as const;
const groups = ["day", "key", "workspace", "model", "provider", "app"] as const;
type Group = (typeof groups)[number];

interface Flags extends CommonFlags {
  readonly from?: string;
  readonly to?: string;
  readonly workspace?: string;
  readonly apiKey?: string;
  readonly model?: string;
  readonly granularity?: (typeof spans)[number];
  readonly by: Group[];
}

export function activity(shell: Shell): Command {
  const command = remoteCommand("activity", "show usage and cost")
    .option("--from <day>", "the first day, in UTC: 2026-11-01")
    .option("--to <day>", "the last day, in UTC")
    .option("--workspace <id or slug>", "only one workspace")
    .option("--api-key <id>", "only one API key, by its number or hash")
    .option("--model <model>", "only one model")
    .option("--by <groups>", `by commas: ${groups.join(", ")}`, groupList, ["day", "model"])
    .addOption(new Option("--granularity <span>", "whether days are days or hours").choices(spans))
    .action(async (flags: Flags) => {
      const query = queryOf(flags);
      const rows = await onGateway(shell, flags, (gateway) =>
        gateway.activity.list({ ...query, limit: largestPage }).toArray(),
      );
      // This column is nearly always empty, and is shown only where it has a value.
      const isUnbilled = rows.some(({ unbilled }) => unbilled > 0);
      print(shell, flags, rows, () =>
        table(
          [
            ...flags.by,
            "requests",
            "input",
            "output",
            "cost $",
            "p50 ms",
            "p99 ms",
            ...(isUnbilled ? ["unbilled $"] : []),
          ],
          rows.map((row) => [
            ...flags.by.map((group) => fieldOf[group](row)),
            row.requests,
            row.prompt_tokens,
            row.completion_tokens,
            row.usage,
            row.latency?.p50 ?? null,
            row.latency?.p99 ?? null,
            ...(isUnbilled ? [row.unbilled] : []),
          ]),
        ),
      );
    });
  return examples(command, [
    "activity",
    "activity --by app --from 2026-11-01",
    "activity --granularity hour --by day,model",
    "activity --json",
  ]);
}

interface Row {
  readonly date: string | null;
  readonly hour: string | null;
  readonly api_key_name: string | null;
  readonly workspace_id: string | null;
  readonly model: string | null;
  readonly provider_name: string | null;
  readonly app_title: string | null;
  readonly app_url: string | null;
}

const fieldOf: Record<Group, (row: Row) => string | null> = {
  day: (row) => row.hour ?? row.date,
  key: (row) => row.api_key_name,
  workspace: (row) => row.workspace_id,
  model: (row) => row.model,
  provider: (row) => row.provider_name,
  app: (row) => row.app_title ?? row.app_url,
};

function queryOf(flags: Flags) {
  return {
    group_by: flags.by,
    ...(flags.granularity === undefined ? {} : { granularity: flags.granularity }),
    ...(flags.from === undefined ? {} : { start_date: flags.from }),
    ...(flags.to === undefined ? {} : { end_date: flags.to }),
    ...(flags.workspace === undefined ? {} : { workspace_id: flags.workspace }),
    ...(flags.apiKey === undefined ? {} : { api_key_hash: flags.apiKey }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
  };
}

function groupList(text: string): Group[] {
  return text.split(",").map((name) => {
    const group = groups.find((known) => known === name.trim());
    if (group === undefined) throw new InvalidArgumentError(`Groups are ${groups.join(", ")}.`);
    return group;
  });
}
