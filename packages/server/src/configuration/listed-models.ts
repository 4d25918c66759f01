import { matchesAny } from "@portico/core/rules/patterns";
import { noPriceVersion, type PriceOrigin } from "../money/price-origin.ts";
import type { ListedModel } from "../providers/provider.ts";
import type { Catalog, Model, ModelKind } from "../routing/catalog.ts";
import { buildModel } from "./build-catalog.ts";
import type { BuiltProvider } from "./built-provider.ts";
import type { Configuration } from "./configuration.ts";
import { buildListedPreset } from "./preset-catalog.ts";
import { modelId } from "./provider-schema.ts";
import type { ModelEntry } from "./schema.ts";

/** By provider: the models of its own list, as it was last read. */
export type ModelLists = ReadonlyMap<string, readonly ListedModel[]>;

/** A vendor's list has hundreds. */
const mostModels = 2_000;
/** Where a list does not say. An upstream refuses what is longer than its model takes. */
const assumedContext = 131_072;

/**
 * The catalogue with the models that the providers' patterns select from their own lists, as `<provider>/<name>`: entries
 * like those that the operator writes. What the file or the presets have under the same id stays.
 */
export function withLists(
  { catalog, discovering }: Pick<Configuration, "catalog" | "discovering">,
  lists: ModelLists,
): Catalog {
  if (discovering.length === 0) return catalog;
  const models = new Map(catalog.models);
  const unpriced = new Map<string, string>();
  for (const { provider, listed } of discovering.flatMap(wantedOf(lists))) {
    const { name } = provider.settings;
    const id = `${name}/${listed.id}`;
    if (models.has(id) || !modelId.safeParse(id).success) continue;
    const model = buildListed(id, listed, provider);
    if (model === "unpriced") unpriced.set(id, name);
    else if (model !== null) models.set(id, model);
  }
  return { ...catalog, models, unpriced };
}

function wantedOf(lists: ModelLists) {
  return (provider: BuiltProvider) =>
    (lists.get(provider.settings.name) ?? [])
      .filter(({ id }) => matchesAny(provider.patterns, id))
      .slice(0, mostModels)
      .map((listed) => ({ provider, listed }));
}

/** Null for what no operation serves. */
function buildListed(
  id: string,
  listed: ListedModel,
  provider: BuiltProvider,
): Model | "unpriced" | null {
  const priced = buildListedPreset(id, listed.id, provider);
  if (priced !== null) return priced;
  const kind = kindOf(listed);
  // Vectors of unknown length could be mixed up in one vector store.
  if (kind === "other" || (kind === "embedding" && listed.dimensions === undefined)) return null;
  if (!provider.isFree && !provider.allowsUnpriced) return "unpriced";
  return buildModel(entryOf(id, kind, listed, provider.settings.name), ["models", id], {
    providers: [provider],
    // It stands in no file, so there is no place to report.
    report: () => undefined,
    priceOrigin: provider.isFree ? ownServer : noPrice,
  });
}

function entryOf(id: string, kind: ModelKind, listed: ListedModel, provider: string): ModelEntry {
  const { maxOutputTokens, dimensions, readsImages = false, takesTools = true } = listed;
  const isText = kind === "text";
  return {
    id,
    kind,
    context_length: listed.contextLength ?? assumedContext,
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
    ...(kind === "embedding" && { dimensions }),
    endpoints: [
      {
        provider,
        upstream_model: listed.id,
        price: { input: "0", ...(isText && { output: "0" }) },
        ...(isText && { abilities: { images: readsImages, tools: takesTools } }),
      },
    ],
  };
}

const ownServer: PriceOrigin = {
  by: "operator",
  source: "a server of the operator's own, where nothing is bought",
  asOf: null,
  version: "own-server",
};

const noPrice: PriceOrigin = {
  by: "operator",
  source: "no price: the operator allows the model all the same",
  asOf: null,
  version: noPriceVersion,
};

/** What the list says, else the name. Most names that say nothing else are of models that write. */
function kindOf({ id, kind }: ListedModel): ModelKind | "other" {
  return kind ?? kindsByName.find(([form]) => form.test(id))?.[1] ?? "text";
}

const kindsByName: readonly (readonly [RegExp, ModelKind | "other"])[] = [
  [/rerank/i, "rerank"],
  [/embed|(^|[/-])(bge|e5|gte)-/i, "embedding"],
  [
    /whisper|transcri|(^|[/-])tts|dall-e|image|imagen|audio|speech|realtime|moderation|sora|veo|video|babbage|davinci|guard/i,
    "other",
  ],
];
