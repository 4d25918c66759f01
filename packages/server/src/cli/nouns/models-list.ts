import { type Command, Option } from "commander";
import { priceSnapshot } from "../../configuration/presets/prices-2026-09.ts";
import { formatUsdPerMillion } from "../../money/price.ts";
import { largestPage } from "../shell/page-size.ts";
import {
  type CommonFlags,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";
import { table } from "../shell/table.ts";

interface Flags extends CommonFlags {
  readonly kind?: "embedding" | "rerank" | "text";
}

export function modelsList(shell: Shell): Command {
  const command = remoteCommand("list", "list the models that callers may ask for")
    .addOption(
      new Option("--kind <kind>", "only one kind").choices(["embedding", "rerank", "text"]),
    )
    .action(async (flags: Flags) => {
      const filter = flags.kind === undefined ? {} : { kind: flags.kind };
      const models = await onGateway(shell, flags, (gateway) =>
        gateway.models.list({ ...filter, limit: largestPage }).toArray(),
      );
      print(shell, flags, models, () => {
        const rows = models.map((model) => [
          model.id,
          model.kind,
          model.context_length,
          model.dimensions,
          perMillion(model.pricing.prompt),
          perMillion(model.pricing.completion),
          model.architecture.input_modalities.join("+"),
        ]);
        return [
          table(["model", "kind", "context", "dimensions", "$ in", "$ out", "reads"], rows),
          "",
          "Prices are US dollars per million tokens at the cheapest provider. Those that portico.yaml does not set are",
          `list prices of ${priceSnapshot.date}; source: ${priceSnapshot.source}.`,
        ].join("\n");
      });
    });
  return examples(command, ["models list", "models list --kind embedding --json"]);
}

/** The contract's price of one token, times a million, without a float on the way. */
export function perMillion(perToken: string): string {
  const [whole = "0", fraction = ""] = perToken.split(".");
  return formatUsdPerMillion(Number(BigInt(whole + fraction.padEnd(12, "0").slice(0, 12))));
}
