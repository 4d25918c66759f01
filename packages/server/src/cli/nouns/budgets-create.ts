import type { Schema } from "@portico/contract";
import { type Command, Option } from "commander";
import {
  type CommonFlags,
  dollars,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";

interface Flags extends CommonFlags {
  readonly limit: number;
  readonly limitReset?: NonNullable<Schema<"LimitReset">>;
  readonly workspace?: string;
  readonly endUser?: string;
  readonly eachEndUser?: boolean;
  readonly name?: string;
}

export function budgetsCreate(shell: Shell): Command {
  const command = remoteCommand("create", "limit a workspace, or its end users")
    .requiredOption("--limit <usd>", "what may be spent in a period, in US dollars", dollars)
    .addOption(
      new Option("--limit-reset <period>", "how often the spent amount is reset to zero").choices([
        "daily",
        "weekly",
        "monthly",
      ]),
    )
    .option("--workspace <id or slug>", "its workspace; default: that of the management key")
    .addOption(
      new Option("--end-user <name>", "only this end user of the workspace").conflicts(
        "eachEndUser",
      ),
    )
    .option("--each-end-user", "each end user without a budget of its own")
    .option("--name <name>", "a name for people, in alerts too")
    .action(async (flags: Flags) => {
      const { data } = await onGateway(shell, flags, (gateway) =>
        gateway.budgets.create(bodyOf(flags)),
      );
      print(shell, flags, data, () => `The budget "${data.name}" is created: ${data.id}`);
    });
  return examples(command, [
    "budgets create --workspace research --limit 200 --limit-reset monthly",
    "budgets create --each-end-user --limit 2 --limit-reset daily",
  ]);
}

function bodyOf(flags: Flags): Schema<"CreateBudgetRequest"> {
  const isForEndUsers = flags.eachEndUser === true || flags.endUser !== undefined;
  return {
    limit: flags.limit,
    scope: isForEndUsers ? "end_user" : "workspace",
    ...(flags.limitReset === undefined ? {} : { limit_reset: flags.limitReset }),
    ...(flags.workspace === undefined ? {} : { workspace_id: flags.workspace }),
    ...(flags.endUser === undefined ? {} : { end_user: flags.endUser }),
    ...(flags.name === undefined ? {} : { name: flags.name }),
  };
}
