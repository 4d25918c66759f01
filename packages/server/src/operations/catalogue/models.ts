import type { Schema } from "@portico/contract";
import { formatUsd } from "@portico/core/rules/amounts";
import { modelRefusal } from "@portico/core/rules/call-rights";
import { offsetBeside, pageLinks, toPage } from "@portico/core/rules/pages";
import type { Caller } from "../../caller.ts";
import { formatUsdPerToken } from "../../money/price.ts";
import type { Rates, SteppedRates } from "../../money/rates.ts";
import { meantBy } from "../../routing/aliases.ts";
import type { Endpoint, Model } from "../../routing/catalog.ts";
import { mayServe } from "../../routing/exclusion.ts";
import { searchPicousdPerToken } from "../../routing/ranking.ts";
import type { Gateway } from "../gateway.ts";
import { type Operation, ok } from "../operation.ts";

export const listModels: Operation<"listModels"> = async ({ query }, { caller, gateway }) => {
  const listed = await listedModels(gateway, caller);
  const models = listed.filter(({ kind }) => query.kind === undefined || kind === query.kind);
  const { limit, offset } = toPage(query, 500);
  const page = { limit, offset: offsetBeside(query, { limit, offset }, models) };
  const data = models.slice(page.offset, page.offset + limit).map(toModel);
  return ok({
    object: "list",
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: page.offset + limit < models.length,
    links: pageLinks("/models", { kind: query.kind }, page, models.length),
    total_count: models.length,
  });
};

export const listEmbeddingModels: Operation<"listEmbeddingModels"> = async (
  { query },
  { caller, gateway },
) => {
  const listed = await listedModels(gateway, caller);
  const models = listed.filter(({ kind }) => kind === "embedding");
  const page = toPage(query, 500);
  return ok({
    data: models.slice(page.offset, page.offset + page.limit).map((model) => {
      // Every model of this list is of one kind, so its items do not name the kind.
      const { kind: _kind, display_name: _name, object: _object, ...rest } = toModel(model);
      const { owned_by: _owner, type: _type, created_at: _at, ...wire } = rest;
      return { ...wire, context_length: model.contextLength };
    }),
    links: pageLinks("/embeddings/models", query, page, models.length),
    total_count: models.length,
  });
};

/** The models of the lists: simulated ones only where there are no others, or the configuration lists them. */
export async function listedModels(gateway: Gateway, caller: Caller): Promise<readonly Model[]> {
  const usable = await usableModels(gateway, caller);
  if (gateway.configuration.listsSandbox) return usable;
  const real = usable.filter(({ isRehearsal }) => isRehearsal !== true);
  return real.length > 0 ? real : usable;
}

/**
 * The models of the catalogue that a caller can use now, each with the endpoints at which it can: those of providers
 * for which the operator has a credential, or the caller's workspace, and that the key's rights leave. A management
 * key sees what some workspace of its organisation can use. The store is asked each time, so that a change shows in the
 * next request.
 */
export async function usableModels(
  { catalog, configuration, store }: Gateway,
  caller: Caller,
): Promise<readonly Model[]> {
  const { keylessProviders, byokProviders } = configuration;
  const models = allowedModels(catalog, caller);
  if (keylessProviders.size === 0) return models;
  const workspaceId = caller.kind === "ordinary" ? caller.workspaceId : undefined;
  const brought = await store.credentials.providers(caller.organisationId, workspaceId);
  const isUsable = (provider: string) =>
    !keylessProviders.has(provider) || (byokProviders.has(provider) && brought.has(provider));
  return models.flatMap((model) => {
    const endpoints = model.endpoints.filter(({ provider }) => isUsable(provider));
    return endpoints.length === 0 ? [] : [{ ...model, endpoints }];
  });
}

function allowedModels(catalog: Gateway["catalog"], { rights }: Caller): readonly Model[] {
  return [...catalog.models.values(), ...aliasesIn(catalog)].flatMap((model) => {
    const [id] = meantBy(catalog, model.id);
    if (modelRefusal(rights, [{ id, field: "model", alias: model.id }]) !== null) return [];
    const endpoints = model.endpoints.filter((endpoint) => mayServe(endpoint, rights));
    if (endpoints.length === model.endpoints.length) return [model];
    return endpoints.length === 0 ? [] : [{ ...model, endpoints }];
  });
}

/** Each alias as one more model: with the facts of the one that it stands for most often. */
function aliasesIn(catalog: Gateway["catalog"]): readonly Model[] {
  return [...(catalog.aliases?.keys() ?? [])].flatMap((id) => {
    const meant = meantBy(catalog, id);
    const model = catalog.models.get(meant[0]);
    const description = `Stands for ${meant.join(", ")}.`;
    // A model that a list has brought since has the name before the alias.
    return model === undefined || catalog.models.has(id)
      ? []
      : [{ ...model, id, name: id, description }];
  });
}

/** A model as lists show it: at the price of its cheapest endpoint. */
export function toModel(model: Model): Schema<"Model"> {
  const cheapest = cheapestOf(model.endpoints);
  return {
    id: model.id,
    canonical_slug: model.id,
    name: model.name,
    display_name: model.name,
    object: "model",
    type: "model",
    owned_by: model.id.replace(/\/.*$/s, ""),
    kind: model.kind,
    created: model.created,
    created_at: new Date(model.created * 1000).toISOString(),
    description: model.description ?? "",
    context_length: model.contextLength,
    ...(model.dimensions === undefined ? {} : { dimensions: model.dimensions }),
    architecture: architectureOf(model),
    pricing: pricingOf(cheapest),
    top_provider: {
      is_moderated: false,
      context_length: cheapest?.contextLength ?? model.contextLength,
      max_completion_tokens: cheapest?.maxOutputTokens ?? model.maxOutputTokens ?? null,
    },
    per_request_limits: null,
    supported_parameters: parameterNames(
      model.endpoints.flatMap(({ supportedParameters }) => supportedParameters),
    ),
    default_parameters: null,
    supported_voices: null,
    links: { details: `/api/v1/models?kind=${model.kind}` },
  };
}

/** Names of parameters in requests of other forms, at which client libraries look. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  max_output_tokens: ["max_completion_tokens", "max_tokens"],
  reasoning: ["include_reasoning", "reasoning_effort"],
  text: ["response_format", "structured_outputs"],
};

/** The parameters by all names that requests have for them. */
export function parameterNames(supported: readonly string[]): string[] {
  const all = supported.flatMap((name) => [name, ...(otherNames[name] ?? [])]);
  return [...new Set(all)].sort();
}

/** What models of a kind give, in the words of the lists. */
const outputs = { embedding: "embeddings", rerank: "rerank", text: "text" } as const;

export function architectureOf(model: Model): Schema<"ModelArchitecture"> {
  const output = outputs[model.kind];
  return {
    modality: `${model.inputModalities.join("+")}->${output}`,
    input_modalities: [...model.inputModalities],
    output_modalities: [output],
    tokenizer: "Other",
    instruct_type: null,
  };
}

export function pricingOf(
  endpoint: Pick<Endpoint, "price" | "priceOrigin"> | undefined,
): Schema<"ModelPricing"> {
  if (endpoint === undefined) return { prompt: "0", completion: "0" };
  const { price, priceOrigin } = endpoint;
  return {
    source: priceOrigin.source,
    as_of: priceOrigin.asOf,
    version: priceOrigin.version,
    request: formatUsd(price.requestNanousd),
    image: formatUsd(price.imageNanousd),
    ...(price.searchUnitNanousd !== undefined && {
      search_unit: formatUsd(price.searchUnitNanousd),
    }),
    ...(price.tools !== undefined && {
      tools: Object.fromEntries([...price.tools].map(([kind, usd]) => [kind, formatUsd(usd)])),
    }),
    ...tokenPrices(price),
    ...stepsOf(price),
    ...(price.tiers !== undefined && {
      tiers: Object.fromEntries(
        [...price.tiers].map(([name, tier]) => [name, { ...tokenPrices(tier), ...stepsOf(tier) }]),
      ),
    }),
  };
}

export function tokenPrices(rates: Rates) {
  const { audioInputPicousd, hourCacheWritePicousd, outputPicousd, reasoningPicousd } = rates;
  return {
    prompt: formatUsdPerToken(rates.inputPicousd),
    completion: formatUsdPerToken(rates.outputPicousd),
    input_cache_read: formatUsdPerToken(rates.cachedInputPicousd),
    input_cache_write: formatUsdPerToken(rates.cacheWritePicousd),
    ...(hourCacheWritePicousd !== undefined && {
      input_cache_write_1h: formatUsdPerToken(hourCacheWritePicousd),
    }),
    ...(audioInputPicousd !== undefined && { input_audio: formatUsdPerToken(audioInputPicousd) }),
    ...(reasoningPicousd !== outputPicousd && {
      internal_reasoning: formatUsdPerToken(reasoningPicousd),
    }),
  };
}

function stepsOf({ steps }: SteppedRates): { readonly steps?: Schema<"PriceStep">[] } {
  if (steps === undefined) return {};
  return {
    steps: steps.map((step) => ({
      above_input_tokens: step.aboveInputTokens,
      ...tokenPrices(step),
    })),
  };
}

function cheapestOf(endpoints: readonly Endpoint[]): Endpoint | undefined {
  const total = ({ price }: Endpoint) =>
    price.inputPicousd + price.outputPicousd + searchPicousdPerToken(price);
  return [...endpoints].sort((one, other) => total(one) - total(other))[0];
}
