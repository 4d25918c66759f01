import type { Portico, Query } from "@portico/client";
import { CliError } from "../shell/cli-error.ts";
import { pageFor } from "../shell/page-size.ts";
import { type CommonFlags, print, type Shell } from "../shell/shell.ts";
import { table } from "../shell/table.ts";

/** What was refused has no provider, no cost and no end: these flags say nothing about it. */
const others = [
  "provider",
  "app",
  "status",
  "failed",
  "endUser",
  "session",
  "minCost",
  "follow",
] as const;

interface RefusedFlags extends CommonFlags, Partial<Record<(typeof others)[number], unknown>> {
  readonly from?: string;
  readonly to?: string;
  readonly workspace?: string;
  readonly apiKey?: string;
  readonly model?: string;
  readonly errorKind?: string;
  readonly limit: number;
}

/** Shows what was refused: it is counted, so a row stands for any number of requests. */
export async function showRefused(
  shell: Shell,
  flags: RefusedFlags,
  gateway: Portico,
): Promise<void> {
  const other = others.find((name) => flags[name] !== undefined);
  if (other !== undefined)
    throw new CliError(`--refused cannot be combined with ${flagOf(other)}.`);
  const found = await gateway.generations.refused(queryOf(flags)).toArray(flags.limit);
  print(shell, flags, found, () =>
    table(
      ["last", "count", "key", "model", "status", "why"],
      found.map((row) => [
        row.last_at,
        row.requests,
        row.api_key_name ?? row.api_key_id,
        row.model,
        `${row.status} ${row.reason}`,
        row.last_message,
      ]),
    ),
  );
}

function queryOf(flags: RefusedFlags): Query<"/refusals"> {
  // The gateway says which words there are.
  const reason = flags.errorKind as Query<"/refusals">["reason"];
  return {
    limit: pageFor(flags.limit),
    ...(flags.from !== undefined && { from: flags.from }),
    ...(flags.to !== undefined && { to: flags.to }),
    ...(flags.workspace !== undefined && { workspace_id: flags.workspace }),
    ...(flags.apiKey !== undefined && { api_key_hash: flags.apiKey }),
    ...(flags.model !== undefined && { model: flags.model }),
    ...(reason !== undefined && { reason }),
  };
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
