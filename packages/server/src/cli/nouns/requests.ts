import { setTimeout as sleep } from "node:timers/promises";
import type { Portico, Query } from "@portico/client";
import type { Schema } from "@portico/contract";
import { type ArchiveFilter, archivedRequests } from "../local/archived-requests.ts";
import { CliError } from "../shell/cli-error.ts";
import { type CommandShell, command, noun } from "../shell/command.ts";
import { argument, dollars, flag, toggle, type Values, wholeNumber } from "../shell/inputs.ts";
import { pageFor } from "../shell/page-size.ts";
import { type Columns, factLines, lineOf, tableOf } from "../shell/table.ts";

type Filter = Query<"/generations">;
type Row = Schema<"Generation">;

const flags = {
  from: flag("--from <time>", "booked at or after this time, as an ISO 8601 timestamp"),
  to: flag("--to <time>", "booked before this time"),
  workspace_id: flag("--workspace <id or slug>", "only one workspace"),
  api_key_hash: flag("--api-key <id>", "only one API key, by its number or hash"),
  model: flag("--model <model>", "only one model"),
  provider: flag("--provider <provider>", "only one provider"),
  app: flag("--app <address or title>", "only one application"),
  status: flag("--status <n>", "only one HTTP status", wholeNumber),
  failed: toggle("--failed", "only requests that failed"),
  refused: toggle("--refused", "those that were refused, by hour, key, model and reason"),
  error_kind: flag("--error-kind <kind>", "only one kind of failure, for example bad_request"),
  end_user: flag("--end-user <name>", "only one end user, as requests named it"),
  session_id: flag("--session <name>", "only one session, as requests named it"),
  tag: flag("--tag <name=value>", "only one value of a tag, such as project=checkout"),
  min_cost: flag("--min-cost <usd>", "only requests that cost at least this much", dollars),
  limit: flag("--limit <n>", "how many requests at most", wholeNumber, 50),
  archive: flag(
    "--archive <folder>",
    "also those that were archived there; workspaces and keys by id",
  ),
  follow: toggle("--follow", "then print each further request as it is booked, oldest first"),
};
type Flags = Values<typeof flags>;

export const requests = command("requests", "show requests, newest first", {
  takes: flags,
  remote: show,
  examples: [
    "requests --failed --from 2026-11-01T00:00:00Z",
    "requests --model openai/gpt-5-mini --min-cost 0.05",
    "requests --refused --api-key 7",
    "requests --from 2026-07-01T00:00:00Z --archive /var/archive/portico",
    "requests --follow",
  ],
});

async function show(gateway: Portico, flags: Flags, shell: CommandShell): Promise<void> {
  if (flags.refused === true) return await showRefused(gateway, flags, shell);
  const { refused: _, follow: isFollowed, limit, archive, error_kind: kind, ...rest } = flags;
  // The gateway says which words there are.
  const kinds = kind === undefined ? {} : { error_kind: kind as Schema<"GenerationErrorKind"> };
  const filter = { ...rest, ...kinds };
  const booked = await newest(gateway, filter, limit);
  const rows =
    archive === undefined ? booked : await withArchived(booked, archive, { ...filter, limit });
  const shown = archive === undefined ? columns : columnsWithArchive;
  if (isFollowed !== true) return shell.print(rows, () => tableOf(rows, shown));
  printEach(shell, rows.toReversed());
  await follow(gateway, filter, rows, shell);
}

/** A request of which only the file is written yet is shown as the ledger has it. */
async function withArchived(
  booked: readonly Row[],
  folder: string,
  { limit, ...filter }: ArchiveFilter & { readonly limit: number },
): Promise<readonly Row[]> {
  const ids = new Set(booked.map(({ id }) => id));
  const archived = await archivedRequests(folder, filter, limit);
  return [...booked, ...archived.filter(({ id }) => !ids.has(id))].slice(0, limit);
}

function newest({ generations }: Portico, filter: Filter, count: number): Promise<Row[]> {
  return generations.list({ ...filter, limit: pageFor(count) }).toArray(count);
}

const pollMs = 1000;
/** A request that is booked late, or by another node, is listed a little behind others. */
const overlapMs = 15_000;

/** Asks again for the last seconds, and prints what was not there before. Ends with the process. */
async function follow(
  gateway: Portico,
  { to: _, ...filter }: Filter,
  before: readonly Row[],
  shell: CommandShell,
): Promise<void> {
  let known = before;
  for (;;) {
    await sleep(pollMs);
    const last = Date.parse(known[0]?.settled_at ?? filter.from ?? new Date().toISOString());
    const from = new Date(last - overlapMs).toISOString();
    const ids = new Set(known.map(({ id }) => id));
    const rows = await newest(gateway, { ...filter, from }, Number.POSITIVE_INFINITY);
    printEach(shell, rows.filter(({ id }) => !ids.has(id)).toReversed());
    if (rows.length > 0) known = rows;
  }
}

/** Row by row, for a list that has no end. */
function printEach(shell: CommandShell, rows: readonly Row[]): void {
  for (const row of rows) shell.print(row, () => lineOf(row, columns));
}

const columns: Columns<Row> = {
  booked: "settled_at",
  id: "id",
  key: "api_key_id",
  model: "model",
  provider: "provider_name",
  status: ({ status, error }) => (error === null ? status : `${status} ${error.code}`),
  ms: ({ latency, generation_time: writing }) =>
    latency === null ? writing : latency + (writing ?? 0),
  in: "tokens_prompt",
  out: "tokens_completion",
  "cost $": "total_cost",
};

const columnsWithArchive: Columns<Row> = {
  ...columns,
  archived: (row) => ("archived" in row ? "yes" : null),
};

/** What is refused has no provider, cost or end. */
const notOfRefused = {
  provider: "--provider",
  app: "--app",
  status: "--status",
  failed: "--failed",
  end_user: "--end-user",
  session_id: "--session",
  tag: "--tag",
  min_cost: "--min-cost",
  archive: "--archive",
  follow: "--follow",
} as const satisfies Partial<Record<keyof Flags, string>>;

/** Shows what was refused: it is counted, so a row stands for any number of requests. */
async function showRefused(
  { generations }: Portico,
  flags: Flags,
  shell: CommandShell,
): Promise<void> {
  for (const [name, word] of Object.entries(notOfRefused))
    if (name in flags) throw new CliError(`--refused cannot be combined with ${word}.`);
  const { limit, refused: _, error_kind: kind, ...filter } = flags;
  // The gateway says which words there are.
  const reason = kind === undefined ? {} : { reason: kind as Schema<"ErrorKind"> };
  const query = { limit: pageFor(limit), ...filter, ...reason };
  const found = await generations.refused(query).toArray(limit);
  shell.print(found, () =>
    tableOf(found, {
      last: "last_at",
      count: "requests",
      key: (row) => row.api_key_name ?? row.api_key_id,
      model: "model",
      status: ({ status, reason }) => `${status} ${reason}`,
      why: "last_message",
    }),
  );
}

const generation = command("show", "show a request's provider, attempts, usage and cost", {
  takes: { id: argument("<id>", "the id of a reply; the log has it as generation_id") },
  remote: async ({ generations }, { id }) => (await generations.get(id)).data,
  text: (data) => {
    const attempts = (data.provider_responses ?? []).map((one, index) => ({
      number: index + 1,
      ...one,
    }));
    const drawn = tableOf(attempts, {
      attempt: "number",
      provider: "provider_name",
      status: "status",
      ms: "latency",
    });
    return `${factLines(data)}\n\n${drawn}`;
  },
  examples: ["generations show gen-01K9Q3W8Z4", "generations show gen-01K9Q3W8Z4 --json"],
});

export const generations = noun("generations", "booked requests", [generation]);
