import type { Output } from "@portico/contract";
import type { Command } from "commander";
import { CliError } from "../shell/cli-error.ts";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";
import { table } from "../shell/table.ts";

type Ledger = Output<"getLedger">["data"];

interface Flags extends CommonFlags {
  readonly from?: string;
  readonly to?: string;
}

export function ledger(shell: Shell): Command {
  const command = remoteCommand(
    "ledger",
    "show what requests were held and charged by state, and whether the sums agree",
  )
    .option("--from <day>", "the first day, in UTC: 2026-11-01")
    .option("--to <day>", "the last day, in UTC")
    .action(async (flags: Flags) => {
      const { data } = await onGateway(shell, flags, (gateway) =>
        gateway.ledger.get({
          ...(flags.from !== undefined && { start_date: flags.from }),
          ...(flags.to !== undefined && { end_date: flags.to }),
        }),
      );
      print(shell, flags, data, () => tables(data));
      // So that a script sees it too.
      if (!data.agrees) throw new CliError("The sums of the ledger do not agree.");
    });
  return examples(command, ["ledger", "ledger --from 2026-11-01", "ledger --json"]);
}

function tables({ states, totals, checks, ...credit }: Ledger): string {
  return [
    table(
      ["granted $", "used $", "held $", "left $", "open holds"],
      [[credit.granted, credit.used, credit.held, credit.left, credit.open_holds]],
    ),
    table(
      ["state", "requests", "held $", "charged $", "unbilled $", "refunded $"],
      [...states, { state: "all", ...totals }].map((sums) => [
        sums.state,
        sums.requests,
        sums.held,
        sums.charged,
        sums.unbilled,
        sums.refunded,
      ]),
    ),
    table(
      ["check", "agrees", "difference"],
      checks.map(({ name, agrees, difference }) => [name, agrees ?? "not read", difference]),
    ),
  ].join("\n\n");
}
