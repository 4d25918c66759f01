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
