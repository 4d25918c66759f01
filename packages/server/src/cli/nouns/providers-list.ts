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

export function providersList(shell: Shell): Command {
  const command = remoteCommand(
    "list",
    "list the providers, with what the gateway has measured of each",
  ).action(async (flags: CommonFlags) => {
    const { data } = await onGateway(shell, flags, (gateway) => gateway.providers.list());
    print(shell, flags, data, () => {
      const rows = data.map((provider) => [
        provider.name,
        provider.models,
        provider.circuit,
        percent(provider.uptime_last_5m),
        percent(provider.uptime_last_30m),
        percent(provider.uptime_last_1d),
        provider.latency_last_30m?.p50 ?? "-",
        provider.latency_last_30m?.p99 ?? "-",
        provider.throughput_last_30m?.p50 ?? "-",
      ]);
      const heads = ["provider", "models", "circuit", "up 5 min", "30 min", "1 day"];
      return [
        table([...heads, "p50 ms", "p99 ms", "tokens/s"], rows),
        "",
        "Attempts with the operator's credential, as all processes of the gateway saw them. The circuit is that of the",
        "process that answered. Milliseconds to the first content and tokens a second: the last half hour.",
      ].join("\n");
    });
  });
  return examples(command, ["providers list", "providers list --json"]);
}

function percent(share: number | null): string {
  return share === null ? "-" : `${share} %`;
}
