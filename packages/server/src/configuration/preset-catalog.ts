import type { PriceOrigin } from "../money/price-origin.ts";
import type { Endpoint, Model } from "../routing/catalog.ts";
import { buildPrice } from "./build-price.ts";
import type { BuiltProvider } from "./built-provider.ts";
import type { PresetEndpoint, PresetModel } from "./presets/preset-model.ts";
import { presetModels, priceSnapshot, snapshotOrigin } from "./presets/prices-2026-09.ts";
import { rerankModels, unconfirmedOrigin } from "./presets/prices-2026-09-rerank.ts";
import { sandboxModels, sandboxOrigin } from "./presets/sandbox.ts";
import { supportedParameters } from "./supported-parameters.ts";
import { publishedTokensPerImage, traitsOf } from "./traits-of.ts";

/** The date of a model without a date of its own: the day of the price list. */
export const snapshotSeconds = Date.parse(priceSnapshot.date) / 1000;

/** The preset models that at least one of the configured providers serves. */
export function buildPresets(providers: readonly BuiltProvider[]): Model[] {
  return [...presetModels, ...sandboxModels].flatMap((preset) => {
    const endpoints = preset.endpoints.flatMap((endpoint) =>
      providers
        .filter(({ vendor }) => vendor === endpoint.vendor)
        .map((provider) => buildEndpoint(preset, endpoint, provider)),
    );
    return endpoints.length === 0 ? [] : [buildModel(preset, endpoints)];
  });
}

/** A model of a vendor's own list that the price list has at that vendor, under the id that its pattern gives. */
export function buildListedPreset(
  id: string,
  upstreamModel: string,
  provider: BuiltProvider,
): Model | null {
  for (const preset of presetModels)
    for (const endpoint of preset.endpoints)
      if (endpoint.vendor === provider.vendor && endpoint.upstreamModel === upstreamModel)
        return buildModel({ ...preset, id }, [buildEndpoint(preset, endpoint, provider)]);
  return null;
}

function buildModel(preset: PresetModel, endpoints: readonly Endpoint[]): Model {
  return {
    id: preset.id,
    name: preset.name,
    kind: preset.kind,
    created: snapshotSeconds,
    contextLength: preset.contextLength,
    ...(preset.maxOutputTokens === undefined ? {} : { maxOutputTokens: preset.maxOutputTokens }),
    ...(preset.dimensions === undefined ? {} : { dimensions: preset.dimensions }),
    dimensionsAdjustable: preset.dimensionsAdjustable ?? false,
    inputModalities: [
      "text",
      ...(preset.images === true ? (["image"] as const) : []),
      ...(preset.files === true ? (["file"] as const) : []),
    ],
    tooLong: "reject",
    ...(sandboxModels.includes(preset) && { isRehearsal: true }),
    endpoints,
  };
}

function originOf(preset: PresetModel): PriceOrigin {
  if (sandboxModels.includes(preset)) return sandboxOrigin;
  return rerankModels.includes(preset) ? unconfirmedOrigin : snapshotOrigin;
}

function buildEndpoint(
  preset: PresetModel,
  endpoint: PresetEndpoint,
  { settings, dataCollection, zeroDataRetention }: BuiltProvider,
): Endpoint {
  const { price, faults } = buildPrice(endpoint.price, preset.kind);
  const tokensPerImage =
    preset.tokensPerImage ?? publishedTokensPerImage(settings.kind, endpoint.upstreamModel);
  if (faults.length > 0) throw new RangeError(`${preset.id}: ${faults[0]?.message}`);
  return {
    provider: settings.name,
    upstreamModel: endpoint.upstreamModel,
    price,
    priceOrigin: originOf(preset),
    // A price list says nothing about the use of data: only the operator knows the agreement.
    dataCollection: dataCollection ?? "allow",
    zeroDataRetention,
    contextLength: preset.contextLength,
    ...(preset.maxOutputTokens === undefined ? {} : { maxOutputTokens: preset.maxOutputTokens }),
    ...(tokensPerImage !== undefined && { tokensPerImage }),
    abilities: {
      tools: preset.kind === "text",
      images: preset.images ?? false,
      files: preset.files ?? false,
    },
    supportedParameters: supportedParameters(settings.kind, {
      kind: preset.kind,
      upstreamModel: endpoint.upstreamModel,
      dimensionsAdjustable: preset.dimensionsAdjustable ?? false,
      fixedSampling: preset.fixedSampling ?? false,
      hasTiers: price.tiers !== undefined,
      thinks: preset.thinks ?? false,
    }),
    tokenBound: preset.tokenBound ?? "bytes",
    ...traitsOf(settings.kind, endpoint.upstreamModel),
  };
}
