import type { Schema } from "@portico/contract";
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
import { perMillion } from "./models-list.ts";

type Pricing = Schema<"ModelPricing">;
type TokenPrices = Pick<
  Pricing,
  | "prompt"
  | "completion"
  | "input_cache_read"
  | "input_cache_write"
  | "input_cache_write_1h"
  | "input_audio"
  | "internal_reasoning"
>;

export function pricesShow(shell: Shell): Command {
  const command = remoteCommand("show", "show every price of a model that the gateway charges")
    .argument("<model>", "the id of a model")
    .action(async (id: string, flags: CommonFlags) => {
      const { data } = await onGateway(shell, flags, (gateway) => gateway.models.endpoints(id));
      print(shell, flags, data, () =>
        [
          table(
            ["provider", "for", ...columns.map(([heading]) => heading), "request", "image"],
            data.endpoints.flatMap(rowsOf),
          ),
          "",
          "Prices are US dollars per million tokens, per request and per image.",
          ...data.endpoints.map(
            ({ provider_name: name, pricing }) =>
              `${name}: ${pricing.source}${pricing.as_of == null ? "" : `, as of ${pricing.as_of}`} (${pricing.version})`,
          ),
        ].join("\n"),
      );
    });
  return examples(command, ["prices show sandbox/text", "prices show openai/gpt-5.4 --json"]);
}

const columns = [
  ["in", "prompt"],
  ["out", "completion"],
  ["cache read", "input_cache_read"],
  ["cache write", "input_cache_write"],
  ["for an hour", "input_cache_write_1h"],
  ["audio", "input_audio"],
  ["reasoning", "internal_reasoning"],
] as const;

function rowsOf({ provider_name: name, pricing }: Schema<"ModelEndpoint">) {
  const row = (use: string, prices: TokenPrices, fees: readonly (string | undefined)[] = []) => [
    name,
    use,
    ...columns.map(([, field]) => {
      const price = prices[field];
      return price === undefined ? null : perMillion(price);
    }),
    ...fees,
  ];
  const steps = (steps: Pricing["steps"], before = "") =>
    (steps ?? []).map((step) => row(`${before}above ${step.above_input_tokens} tokens`, step));
  const tiers = Object.entries(pricing.tiers ?? {}).flatMap(([tier, prices]) => [
    row(tier, prices),
    ...steps(prices.steps, `${tier}, `),
  ]);
  return [row("all", pricing, [pricing.request, pricing.image]), ...steps(pricing.steps), ...tiers];
}
