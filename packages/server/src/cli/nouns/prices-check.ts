import type { Command } from "commander";
import type { Configuration } from "../../configuration/configuration.ts";
import { configurationOf } from "../local/local-configuration.ts";
import { compare, type Difference } from "../price-list/compare.ts";
import { type ListedProvider, listedPrices, readList } from "../price-list/read-list.ts";
import { CliError } from "../shell/cli-error.ts";
import { storeSettings } from "../shell/settings.ts";
import { type CommonFlags, examples, localCommand, print, type Shell } from "../shell/shell.ts";
import { table } from "../shell/table.ts";

/** Where our name of a vendor is not the list's. */
const listedIds: Readonly<Record<string, string>> = {
  gemini: "google",
  vertex: "google",
  bedrock: "aws",
  xai: "x-ai",
  voyage: "voyageai",
  moonshot: "moonshotai",
};

interface Compared {
  readonly model: string;
  readonly provider: string;
  readonly source: string;
  readonly as_of: string | null;
  /** Null where the list does not have the model. */
  readonly differences: readonly Difference[] | null;
}

export function pricesCheck(shell: Shell): Command {
  const command = localCommand(
    "check",
    "compare the prices of portico.yaml and the presets with a newer list",
  )
    .argument("<list>", "data.json of genai-prices, or the folder of its npm package")
    .addHelpText("after", explained)
    .action(async (place: string, flags: CommonFlags) => {
      const compared = await compareAll(await configurationOf(storeSettings()), place);
      const differing = compared.filter(({ differences }) => (differences ?? []).length > 0);
      const absent = compared.filter(({ differences }) => differences === null);
      print(shell, flags, { models: compared, differing: differing.length }, () =>
        [
          ...(differing.length > 0 ? [tableOf(differing), ""] : []),
          `${compared.length} prices in use: ${differing.length} differ from the list, which does not have ${absent.length}.`,
        ].join("\n"),
      );
      if (differing.length > 0)
        throw new CliError(
          differing.length === 1 ? "One price differs." : `${differing.length} prices differ.`,
        );
    });
  return examples(command, [
    "prices check data.json",
    "prices check node_modules/@pydantic/genai-prices --json",
  ]);
}

const explained = `
Nothing is fetched: get the list with \`npm install @pydantic/genai-prices\`, or from github.com/pydantic/genai-prices.
The code of an npm package is run to read its list. Prices are US dollars per million tokens. Service tiers, images and
fees are not in the list.

Exits with 1 if a price differs.`;

async function compareAll(
  { catalog, providers }: Configuration,
  place: string,
): Promise<readonly Compared[]> {
  const ids = new Map(
    providers.map(({ name, kind, options }) => {
      const vendor = typeof options["preset"] === "string" ? options["preset"] : kind;
      return [name, listedIds[vendor] ?? vendor] as const;
    }),
  );
  const listed = await readList(place, [...new Set(ids.values())]);
  const day = new Date().toISOString().slice(0, "2026-11-22".length);
  return [...catalog.models.values()]
    .filter(({ isRehearsal }) => isRehearsal !== true)
    .flatMap(({ id, kind, endpoints }) =>
      endpoints.map(({ provider, upstreamModel, price, priceOrigin }) => {
        const found = find(listed, ids.get(provider), upstreamModel, day);
        return {
          model: id,
          provider,
          source: priceOrigin.source,
          as_of: priceOrigin.asOf,
          differences: found === null ? null : compare(price, found).filter(isOf(kind)),
        };
      }),
    );
}

/** Only text models have output; some lists have a price for it all the same. */
function isOf(kind: string) {
  return ({ price }: Difference) => kind === "text" || !["output", "reasoning"].includes(price);
}

function find(
  listed: readonly ListedProvider[],
  providerId: string | undefined,
  upstreamModel: string,
  day: string,
) {
  const provider = listed.find(({ id }) => id === providerId);
  return provider === undefined ? null : listedPrices(provider, upstreamModel, day);
}

function tableOf(differing: readonly Compared[]): string {
  const rows = differing.flatMap(({ model, provider, as_of, differences }) =>
    (differences ?? []).map(({ price, above, in_use, listed }) => [
      model,
      provider,
      above === 0 ? price : `${price} above ${above}`,
      in_use,
      listed,
      as_of,
    ]),
  );
  return table(["model", "provider", "price", "in use", "list", "as of"], rows);
}
