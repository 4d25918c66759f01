import type { Schema } from "@portico/contract";
import { type Command, Option } from "commander";
import { CliError } from "../shell/cli-error.ts";
import {
  type CommonFlags,
  dollars,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";

type Change = Schema<"UpdateBudgetRequest">;

interface Flags extends CommonFlags {
  readonly name?: string;
  readonly limit?: number;
  readonly limitReset?: NonNullable<Schema<"LimitReset">> | "none";
  readonly raise?: number;
  readonly until?: string;
  readonly endRaise?: boolean;
}

export function budgetsUpdate(shell: Shell): Command {
  const command = remoteCommand("update", "change a budget, or raise it for a time")
    .argument("<id>", "its id, a UUID")
    .option("--name <name>", "a name for people, in alerts too")
    .option("--limit <usd>", "what may be spent in a period, in US dollars", dollars)
    .addOption(
      new Option("--limit-reset <period>", "how often the spent amount is reset to zero").choices([
        "daily",
        "weekly",
        "monthly",
        "none",
      ]),
    )
    .option("--raise <usd>", "US dollars that are added to the limit, with --until", dollars)
    .option("--until <time>", "when the raise ends by itself, as an ISO 8601 timestamp")
    .option("--end-raise", "end the raise now")
    .action(async (id: string, flags: Flags) => {
      const body = changeOf(flags);
      if (Object.keys(body).length === 0)
        throw new CliError("Name at least one thing to change.", "usage");
      const { data } = await onGateway(shell, flags, (gateway) => gateway.budgets.update(id, body));
      print(shell, flags, data, () => `The budget "${data.name}" is changed.`);
    });
  return examples(command, [
    "budgets update 3a7c9e52-6b1d-4f80-9c2e-5d4b8a7f6e10 --limit 300",
    "budgets update 3a7c9e52-6b1d-4f80-9c2e-5d4b8a7f6e10 --raise 50 --until 2099-01-01T00:00:00Z",
  ]);
}

function changeOf(flags: Flags): Change {
  return {
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    ...(flags.limitReset === undefined
      ? {}
      : { limit_reset: flags.limitReset === "none" ? null : flags.limitReset }),
    ...(flags.raise === undefined ? {} : { raise: flags.raise }),
    ...(flags.until === undefined ? {} : { raise_until: flags.until }),
    ...(flags.endRaise === true && { raise: null, raise_until: null }),
  };
}
