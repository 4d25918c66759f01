import { command, noun } from "../shell/command.ts";
import { tableOf } from "../shell/table.ts";

const list = command("list", "list the providers, with what the gateway has measured of each", {
  remote: async ({ providers }) => (await providers.list()).data,
  text: (providers) =>
    [
      tableOf(providers, {
        provider: "name",
        models: "models",
        circuit: "circuit",
        "up 5 min": (one) => percent(one.uptime_last_5m),
        "30 min": (one) => percent(one.uptime_last_30m),
        "1 day": (one) => percent(one.uptime_last_1d),
        "p50 ms": (one) => one.latency_last_30m?.p50 ?? "-",
        "p99 ms": (one) => one.latency_last_30m?.p99 ?? "-",
        "tokens/s": (one) => one.throughput_last_30m?.p50 ?? "-",
      }),
      "",
      "Attempts with the operator's credential, as all processes of the gateway saw them. The circuit is that of the",
      "process that answered. Milliseconds to the first content and tokens a second: the last half hour.",
    ].join("\n"),
  examples: ["providers list", "providers list --json"],
});

function percent(share: number | null): string {
  return share === null ? "-" : `${share} %`;
}

export const providers = noun("providers", "the vendors behind the models", [list]);
