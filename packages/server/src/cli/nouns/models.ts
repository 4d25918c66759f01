import { priceSnapshot } from "../../configuration/presets/prices-2026-09.ts";
import { formatUsdPerMillion } from "../../money/price.ts";
import { command, noun } from "../shell/command.ts";
import { choice } from "../shell/inputs.ts";
import { largestPage } from "../shell/page-size.ts";
import { tableOf } from "../shell/table.ts";

const list = command("list", "list the models that callers may ask for", {
  takes: { kind: choice("--kind <kind>", "only one kind", ["embedding", "rerank", "text"]) },
  remote: ({ models }, query) => models.list({ ...query, limit: largestPage }).toArray(),
  text: (models) =>
    [
      tableOf(models, {
        model: "id",
        kind: "kind",
        context: "context_length",
        dimensions: "dimensions",
        "$ in": ({ pricing }) => perMillion(pricing.prompt),
        "$ out": ({ pricing }) => perMillion(pricing.completion),
        reads: ({ architecture }) => architecture.input_modalities.join("+"),
      }),
      "",
      "Prices are US dollars per million tokens at the cheapest provider. Those that portico.yaml does not set are",
      `list prices of ${priceSnapshot.date}; source: ${priceSnapshot.source}.`,
    ].join("\n"),
  examples: ["models list", "models list --kind embedding --json"],
});

/** The contract's price of one token, times a million, without a float on the way. */
export function perMillion(perToken: string): string {
  const [whole = "0", fraction = ""] = perToken.split(".");
  return formatUsdPerMillion(Number(BigInt(whole + fraction.padEnd(12, "0").slice(0, 12))));
}

export const models = noun("models", "the catalogue", [list]);

const listProviders = command(
  "list",
  "list the providers, with what the gateway has measured of each",
  {
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
  },
);

function percent(share: number | null): string {
  return share === null ? "-" : `${share} %`;
}

export const providers = noun("providers", "the vendors behind the models", [listProviders]);
