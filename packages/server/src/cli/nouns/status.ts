import type { Output } from "@portico/contract";
import type { Command } from "commander";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";
import { table } from "../shell/table.ts";

type Status = Output<"getStatus">["data"];

export function status(shell: Shell): Command {
  const command = remoteCommand(
    "status",
    "show what the gateway's processes do, and how much time they add to requests",
  ).action(async (flags: CommonFlags) => {
    const { data } = await onGateway(shell, flags, (gateway) => gateway.status.get());
    print(shell, flags, data, () => tables(data));
  });
  return examples(command, ["status", "status --json"]);
}

function tables({ processes, overhead, vector_cache: cache, ...status }: Status): string {
  return [
    table(
      ["version", "engine", "since", "processes elsewhere", "in flight", "held $"],
      [
        [
          status.version,
          status.engine,
          status.started_at,
          status.processes_elsewhere,
          status.requests_in_flight,
          status.held,
        ],
      ],
    ),
    table(
      ["calls", "added ms p50", "p90", "p99", "vectors kept", "vectors asked"],
      [
        [
          overhead?.requests ?? 0,
          overhead?.p50,
          overhead?.p90,
          overhead?.p99,
          cache.hits,
          cache.hits + cache.misses,
        ],
      ],
    ),
    table(
      ["process", "since", "in flight", "memory MB", "lag ms"],
      processes.map((process) => [
        String(process.pid),
        process.started_at,
        process.requests_in_flight,
        Math.round(process.memory_bytes / 1e6),
        process.event_loop_lag,
      ]),
    ),
  ].join("\n\n");
}
