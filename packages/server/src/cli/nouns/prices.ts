import type { Schema } from "@portico/contract";
import type { Configuration } from "../../configuration/configuration.ts";
import { compare, type Difference } from "../price-list/compare.ts";
import { type ListedProvider, listedPrices, readList } from "../price-list/read-list.ts";
import { command, noun } from "../shell/command.ts";
import { argument } from "../shell/inputs.ts";
import { configurationOf, storeSettings } from "../shell/settings.ts";
import { tableOf } from "../shell/table.ts";
import { perMillion } from "./models.ts";

type Pricing = Schema<"ModelPricing">;
const columns = {
  in: "prompt",
  out: "completion",
  "cache read": "input_cache_read",
  "cache write": "input_cache_write",
  "for an hour": "input_cache_write_1h",
  audio: "input_audio",
  reasoning: "internal_reasoning",
} as const;

type TokenPrices = Pick<Pricing, (typeof columns)[keyof typeof columns]>;

interface Row {
  readonly provider: string;
  readonly use: string;
  readonly prices: TokenPrices & { readonly request?: string; readonly image?: string };
}

const priceColumns = Object.fromEntries(
  Object.entries(columns).map(([heading, field]) => [
    heading,
    ({ prices }: Row) => {
      const price = prices[field];
      return price === undefined ? null : perMillion(price);
    },
  ]),
);

const show = command("show", "show every price of a model that the gateway charges", {
  takes: { id: argument("<model>", "the id of a model") },
  remote: async ({ models }, { id }) => (await models.endpoints(id)).data,
  text: ({ endpoints }) =>
    [
      tableOf(endpoints.flatMap(rowsOf), {
        provider: "provider",
        for: "use",
        ...priceColumns,
        request: ({ prices }) => prices.request,
        image: ({ prices }) => prices.image,
      }),
      "",
      "Prices are US dollars per million tokens, per request and per image.",
      ...endpoints.map(
        ({ provider_name: name, pricing }) =>
          `${name}: ${pricing.source}${pricing.as_of == null ? "" : `, as of ${pricing.as_of}`} (${pricing.version})`,
      ),
    ].join("\n"),
  examples: ["prices show sandbox/text", "prices show openai/gpt-5.4 --json"],
});

function rowsOf({ provider_name: provider, pricing }: Schema<"ModelEndpoint">): Row[] {
  const row = (use: string, prices: Row["prices"]) => ({ provider, use, prices });
  const steps = (steps: Pricing["steps"], before = "") =>
    (steps ?? []).map((step) => row(`${before}above ${step.above_input_tokens} tokens`, step));
  const tiers = Object.entries(pricing.tiers ?? {}).flatMap(([tier, prices]) => [
    row(tier, prices),
    ...steps(prices.steps, `${tier}, `),
  ]);
  return [row("all", pricing), ...steps(pricing.steps), ...tiers];
}

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

const explained = `
Nothing is fetched: get the list with \`npm install @pydantic/genai-prices\`, or from github.com/pydantic/genai-prices.
The code of an npm package is run to read its list. Prices are US dollars per million tokens. Service tiers, images and
fees are not in the list.

Exits with 1 if a price differs.`;

const check = command(
  "check",
  "compare the prices of portico.yaml and the presets with a newer list",
  {
    takes: {
      list: argument("<list>", "data.json of genai-prices, or the folder of its npm package"),
    },
    local: async ({ list }) => {
      const models = await compareAll(await configurationOf(storeSettings()), list);
      return { models, differing: differingIn(models).length };
    },
    text: ({ models, differing }) => {
      const absent = models.filter(({ differences }) => differences === null);
      const summary = `${models.length} prices in use: ${differing} differ from the list, which does not have ${absent.length}.`;
      return differing > 0 ? `${tableOfDifferences(differingIn(models))}\n\n${summary}` : summary;
    },
    fails: ({ differing }) => {
      if (differing === 0) return null;
      return differing === 1 ? "One price differs." : `${differing} prices differ.`;
    },
    explains: explained,
    examples: ["prices check data.json", "prices check node_modules/@pydantic/genai-prices --json"],
  },
);

function differingIn(models: readonly Compared[]): readonly Compared[] {
  return models.filter(({ differences }) => (differences ?? []).length > 0);
}

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

function tableOfDifferences(differing: readonly Compared[]): string {
  const rows = differing.flatMap(({ differences, ...one }) =>
    (differences ?? []).map((difference) => ({ ...one, ...difference })),
  );
  return tableOf(rows, {
    model: "model",
    provider: "provider",
    price: ({ price, above }) => (above === 0 ? price : `${price} above ${above}`),
    "in use": "in_use",
    list: "listed",
    "as of": "as_of",
  });
}

export const prices = noun("prices", "what models cost", [show, check]);
