import { hint } from "@portico/contract/suggest";
import type { Problem } from "@portico/core/configuration/source";
import { differences } from "@portico/core/json/differences";
import type { PriceOrigin } from "../money/price-origin.ts";
import type { Abilities, Catalog, Endpoint, Model } from "../routing/catalog.ts";
import { buildAliases } from "./build-aliases.ts";
import { buildPrice } from "./build-price.ts";
import { buildTryOuts } from "./build-try-outs.ts";
import type { BuiltProvider } from "./built-provider.ts";
import type { Path, SourceDocument } from "./document.ts";
import { abilityFault } from "./kind-abilities.ts";
import { buildPresets, snapshotSeconds } from "./preset-catalog.ts";
import type { ConfigurationFile, EndpointEntry, ModelEntry } from "./schema.ts";
import { supportedParameters, takesServiceTier } from "./supported-parameters.ts";
import { publishedTokensPerImage, traitsOf } from "./traits-of.ts";

/** The operator's model, with the preset price of each endpoint whose price the operator's file changes. */
function withListPrices(own: Model, preset: Model): Model {
  const endpoints = own.endpoints.map((endpoint): Endpoint => {
    const listed = preset.endpoints.find(
      ({ provider, upstreamModel }) =>
        provider === endpoint.provider && upstreamModel === endpoint.upstreamModel,
    );
    if (listed === undefined || differences(endpoint.price, listed.price).length === 0)
      return endpoint;
    const { price, priceOrigin } = listed;
    return { ...endpoint, listPrice: { price, priceOrigin } };
  });
  return { ...own, endpoints };
}

type Report = (path: Path, message: string) => void;

/** The presets of the configured providers, overridden by the operator's own models. */
export function buildCatalog(
  file: ConfigurationFile,
  providers: readonly BuiltProvider[],
  source: SourceDocument,
  problems: Problem[],
  priceOrigin: PriceOrigin,
): Catalog {
  const report: Report = (path, message) => problems.push({ ...source.placeOf(path), message });
  // In the order of lists: first the operator's models, then the vendors', last the sandbox's.
  const models = new Map<string, Model>();
  for (const [index, entry] of (file.models ?? []).entries()) {
    const path = ["models", index];
    if (models.has(entry.id)) report([...path, "id"], `The model ${entry.id} is defined twice.`);
    models.set(entry.id, buildModel(entry, path, { providers, report, priceOrigin }));
  }
  for (const preset of buildPresets(providers)) {
    const own = models.get(preset.id);
    models.set(preset.id, own === undefined ? preset : withListPrices(own, preset));
  }
  const naming = { models, providers, report };
  return { models, aliases: buildAliases(file, naming), ...buildTryOuts(file, naming) };
}

interface Building {
  readonly providers: readonly BuiltProvider[];
  readonly report: Report;
  /** Of the file. */
  readonly priceOrigin: PriceOrigin;
}

export function buildModel(entry: ModelEntry, path: Path, building: Building): Model {
  checkFamily(entry, path, building.report);
  const endpoints = entry.endpoints.map((endpoint, index) =>
    buildEndpoint(entry, endpoint, [...path, "endpoints", index], building),
  );
  return {
    id: entry.id,
    name: entry.name ?? entry.id,
    ...(entry.description === undefined ? {} : { description: entry.description }),
    kind: entry.kind,
    created: entry.created ?? snapshotSeconds,
    contextLength: entry.context_length,
    ...(entry.max_output_tokens === undefined ? {} : { maxOutputTokens: entry.max_output_tokens }),
    ...(entry.dimensions === undefined ? {} : { dimensions: entry.dimensions }),
    dimensionsAdjustable: entry.dimensions_adjustable ?? false,
    inputModalities: entry.input_modalities ?? modalitiesOf(endpoints),
    tooLong: entry.too_long ?? "reject",
    ...(entry.deprecated === undefined ? {} : { deprecation: entry.deprecated }),
    endpoints,
  };
}

/** An embedding model is one vector family, so that two families never mix in one vector store. */
function checkFamily(entry: ModelEntry, path: Path, report: Report): void {
  if (entry.kind === "embedding" && entry.dimensions === undefined)
    report(
      path,
      `The embedding model ${entry.id} needs "dimensions": the number of values of its vectors.`,
    );
  for (const [index, endpoint] of entry.endpoints.entries()) {
    const first = entry.endpoints[0];
    const dimensions = entry.dimensions ?? first?.dimensions;
    if (endpoint.dimensions !== undefined && endpoint.dimensions !== dimensions)
      report(
        [...path, "endpoints", index, "dimensions"],
        `This endpoint gives ${endpoint.dimensions} dimensions, the model ${entry.id} has ${dimensions}. Vectors of different length cannot be compared: make it a model of its own.`,
      );
    const family = entry.family ?? first?.family;
    if (endpoint.family !== undefined && endpoint.family !== family)
      report(
        [...path, "endpoints", index, "family"],
        `This endpoint is of the vector family "${endpoint.family}", the model ${entry.id} of "${family}". Make it a model of its own.`,
      );
  }
}

function buildEndpoint(
  model: ModelEntry,
  entry: EndpointEntry,
  path: Path,
  { providers, report, priceOrigin }: Building,
): Endpoint {
  const provider = providers.find(({ settings }) => settings.name === entry.provider);
  if (provider === undefined) {
    const names = providers.map(({ settings }) => settings.name);
    report(
      [...path, "provider"],
      `There is no provider "${entry.provider}" under "providers".${hint(entry.provider, names)}`,
    );
  }
  const kind = provider?.settings.kind ?? "";
  const { price, faults } = buildPrice(entry.price, model.kind);
  for (const fault of faults) report([...path, "price", ...fault.path], fault.message);
  if (price.tiers !== undefined && provider !== undefined && !takesServiceTier(model.kind, kind))
    report(
      [...path, "price", "tiers"],
      `Requests to a provider of kind ${kind} for ${model.kind} models cannot name a service tier: leave out "tiers".`,
    );
  if (provider !== undefined) checkAbilities(model, entry, path, provider, report);
  return {
    provider: entry.provider,
    upstreamModel: entry.upstream_model,
    price,
    priceOrigin,
    dataCollection: entry.data_collection ?? provider?.dataCollection ?? "allow",
    zeroDataRetention: entry.zero_data_retention ?? provider?.zeroDataRetention ?? false,
    ...boundsOf(model, entry, kind),
    abilities: abilitiesOf(model, entry),
    supportedParameters:
      entry.supported_parameters ??
      supportedParameters(kind, {
        kind: model.kind,
        upstreamModel: entry.upstream_model,
        dimensionsAdjustable: model.dimensions_adjustable ?? false,
        fixedSampling: false,
        hasTiers: price.tiers !== undefined,
      }),
    tokenBound: entry.token_bound ?? "bytes",
    ...traitsOf(kind, entry.upstream_model),
  };
}

function checkAbilities(
  model: ModelEntry,
  entry: EndpointEntry,
  path: Path,
  { settings: { kind, options } }: BuiltProvider,
  report: Report,
): void {
  const fault = abilityFault({
    modelKind: model.kind,
    abilities: abilitiesOf(model, entry),
    providerKind: kind,
    preset: options["preset"],
  });
  if (fault !== null) report(entry.abilities === undefined ? path : [...path, "abilities"], fault);
}

type Bounds = Pick<Endpoint, "contextLength" | "maxOutputTokens" | "tokensPerImage">;

/** The endpoint's own value, or else the model's, or else the one that its vendor publishes. */
function boundsOf(model: ModelEntry, entry: EndpointEntry, kind: string): Bounds {
  const maxOutputTokens = entry.max_output_tokens ?? model.max_output_tokens;
  const tokensPerImage =
    entry.tokens_per_image ??
    model.tokens_per_image ??
    publishedTokensPerImage(kind, entry.upstream_model);
  return {
    contextLength: entry.context_length ?? model.context_length,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(tokensPerImage === undefined ? {} : { tokensPerImage }),
  };
}

/** The endpoint's own value, or else the model's input modalities. */
function abilitiesOf(model: ModelEntry, { abilities }: EndpointEntry): Abilities {
  const reads = (modality: "image" | "file") => model.input_modalities?.includes(modality) ?? false;
  return {
    tools: abilities?.tools ?? model.kind === "text",
    images: abilities?.images ?? reads("image"),
    files: abilities?.files ?? reads("file"),
  };
}

export function modalitiesOf(
  endpoints: readonly Pick<Endpoint, "abilities">[],
): Model["inputModalities"] {
  const images = endpoints.some(({ abilities }) => abilities.images);
  const files = endpoints.some(({ abilities }) => abilities.files);
  return ["text", ...(images ? (["image"] as const) : []), ...(files ? (["file"] as const) : [])];
}
