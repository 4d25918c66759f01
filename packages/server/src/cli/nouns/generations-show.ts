import type { Command } from "commander";
import { factLines } from "../shell/facts.ts";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";
import { table } from "../shell/table.ts";

export function generationsShow(shell: Shell): Command {
  const command = remoteCommand("show", "show a request's provider, attempts, usage and cost")
    .argument("<id>", "the id of a reply; the log has it as generation_id")
    .action(async (id: string, flags: CommonFlags) => {
      const { data } = await onGateway(shell, flags, (gateway) => gateway.generations.get(id));
      print(shell, flags, data, () =>
        [
          factLines(data),
          "",
          table(
            ["attempt", "provider", "status", "ms"],
            (data.provider_responses ?? []).map((attempt, index) => [
              index + 1,
              attempt.provider_name,
              attempt.status,
              attempt.latency,
            ]),
          ),
        ].join("\n"),
      );
    });
  return examples(command, [
    "generations show gen-01K9Q3W8Z4",
    "generations show gen-01K9Q3W8Z4 --json",
  ]);
}
