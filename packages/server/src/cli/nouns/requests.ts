import { setTimeout as sleep } from "node:timers/promises";
import type { Portico } from "@portico/client";
import type { Input, Output } from "@portico/contract";
import { type Command, InvalidArgumentError } from "commander";
import { pageFor } from "../shell/page-size.ts";
import {
  type CommonFlags,
  examples,
  jsonOf,
  onGateway,
  print,
  remoteCommand,
  type Shell,
  wholeNumber,
} from "../shell/shell.ts";
import { type Cell, line, table } from "../shell/table.ts";
import { showRefused } from "./requests-refused.ts";

type Query = Input<"listGenerations">["query"];
type Row = Output<"listGenerations">["data"][number];

interface Flags extends CommonFlags {
  readonly from?: string;
  readonly to?: string;
  readonly workspace?: string;
  readonly apiKey?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly app?: string;
  readonly status?: number;
  readonly failed?: boolean;
  readonly refused?: boolean;
  readonly errorKind?: NonNullable<Query["error_kind"]>;
  readonly endUser?: string;
  readonly session?: string;
  readonly minCost?: number;
  readonly limit: number;
  readonly follow?: boolean;
}

const defaultLimit = 50;
const pollMs = 1000;
/** A request that is booked late, or by another node, is listed a little behind others. */
const overlapMs = 15_000;

export function requests(shell: Shell): Command {
  const command = remoteCommand("requests", "show requests, newest first")
    .option("--from <time>", "booked at or after this time, as an ISO 8601 timestamp")
    .option("--to <time>", "booked before this time")
    .option("--workspace <id or slug>", "only one workspace")
    .option("--api-key <id>", "only one API key, by its number or hash")
    .option("--model <model>", "only one model")
    .option("--provider <provider>", "only one provider")
    .option("--app <address or title>", "only one application")
    .option("--status <n>", "only one HTTP status", wholeNumber)
    .option("--failed", "only requests that failed")
    .option("--refused", "those that were refused, by hour, key, model and reason")
    .option("--error-kind <kind>", "only one kind of failure, for example bad_request")
    .option("--end-user <name>", "only one end user, as requests named it")
    .option("--session <name>", "only one session, as requests named it")
    .option("--min-cost <usd>", "only requests that cost at least this much", dollars)
    .option("--limit <n>", "how many requests at most", wholeNumber, defaultLimit)
    .option("--follow", "then print each further request as it is booked, oldest first")
    .action(async (flags: Flags) => {
      await onGateway(shell, flags, (gateway) => show(shell, flags, gateway));
    });
  return examples(command, [
    "requests --failed --from 2026-11-01T00:00:00Z",
    "requests --model openai/gpt-5-mini --min-cost 0.05",
    "requests --refused --api-key 7",
    "requests --follow",
  ]);
}

async function show(shell: Shell, flags: Flags, gateway: Portico): Promise<void> {
  if (flags.refused === true) return await showRefused(shell, flags, gateway);
  const rows = await newest(gateway, queryOf(flags), flags.limit);
  if (flags.follow !== true) {
    print(shell, flags, rows, () => table(head, rows.map(cellsOf)));
    return;
  }
  printEach(shell, flags, rows.toReversed());
  await follow(shell, flags, gateway, rows);
}

function newest(gateway: Portico, query: Query, count: number): Promise<Row[]> {
  return gateway.generations.list({ ...query, limit: pageFor(count) }).toArray(count);
}

/** Asks again for the last seconds, and prints what was not there before. Ends with the process. */
async function follow(
  shell: Shell,
  flags: Flags,
  gateway: Portico,
  before: readonly Row[],
): Promise<void> {
  const { to: _, ...query } = queryOf(flags);
  let known = before;
  for (;;) {
    await sleep(pollMs);
    const last = Date.parse(known[0]?.settled_at ?? flags.from ?? new Date().toISOString());
    const from = new Date(last - overlapMs).toISOString();
    const ids = new Set(known.map(({ id }) => id));
    const rows = await newest(gateway, { ...query, from }, Number.POSITIVE_INFINITY);
    printEach(shell, flags, rows.filter(({ id }) => !ids.has(id)).toReversed());
    if (rows.length > 0) known = rows;
  }
}

/** Row by row, for a list that has no end. */
function printEach({ terminal }: Shell, flags: Flags, rows: readonly Row[]): void {
  for (const row of rows) terminal.write(flags.json === true ? jsonOf(row) : line(cellsOf(row)));
}

const head = ["booked", "id", "key", "model", "provider", "status", "ms", "in", "out", "cost $"];

function cellsOf(row: Row): Cell[] {
  return [
    row.settled_at,
    row.id,
    row.api_key_id,
    row.model,
    row.provider_name,
    row.error === null ? row.status : `${row.status} ${row.error.code}`,
    wholeMs(row),
    row.tokens_prompt,
    row.tokens_completion,
    row.total_cost,
  ];
}

function wholeMs({ latency, generation_time: writing }: Row): number | null {
  return latency === null ? writing : latency + (writing ?? 0);
}

function queryOf(flags: Flags): Query {
  const query: { readonly [Name in keyof Query]: Query[Name] | undefined } = {
    from: flags.from,
    to: flags.to,
    workspace_id: flags.workspace,
    api_key_hash: flags.apiKey,
    model: flags.model,
    provider: flags.provider,
    app: flags.app,
    status: flags.status,
    failed: flags.failed,
    error_kind: flags.errorKind,
    end_user: flags.endUser,
    session_id: flags.session,
    min_cost: flags.minCost,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

function dollars(text: string): number {
  const value = Number(text);
  if (!(text.trim() !== "" && value >= 0)) throw new InvalidArgumentError("It must be an amount.");
  return value;
}
