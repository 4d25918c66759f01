import type { Schema } from "@portico/contract";
import type { EndpointSlot } from "../../model-call/endpoint-facts.ts";
import { type Endpoint, endpointKey, type Model } from "../../routing/catalog.ts";
import type { CircuitState } from "../../routing/circuit.ts";
import { type Measured, measured } from "../../routing/measurements.ts";
import { unknownModel } from "../../routing/unknown-names.ts";
import type { Gateway } from "../gateway.ts";
import { type Context, type Operation, ok } from "../operation.ts";
import { architectureOf, parameterNames, pricingOf, toModel, usableModels } from "./models.ts";

/** The model, and around it the fields at which OpenAI's and Anthropic's libraries look. */
export const getModel: Operation<"getModel"> = async ({ params }, context) => {
  const data = toModel(await modelNamed(params, context));
  const { id, object, type, display_name, owned_by, created, created_at } = data;
  return ok({ data, id, object, type, display_name, owned_by, created, created_at });
};

/** The endpoints at which the caller can use a model, with their prices and what was measured of each. */
export const listModelEndpoints: Operation<"listModelEndpoints"> = async ({ params }, context) => {
  const { gateway } = context;
  const model = await modelNamed(params, context);
  const figures = await gateway.figures.read(model.endpoints.map(endpointKey));
  return ok({
    data: {
      id: model.id,
      name: model.name,
      created: model.created,
      description: model.description ?? "",
      architecture: architectureOf(model),
      endpoints: model.endpoints.map((endpoint) =>
        toEndpoint(model, endpoint, gateway, figures.get(endpointKey(endpoint)) ?? []),
      ),
    },
  });
};

/** A variant after a colon (`:free`) names no other model here. */
async function modelNamed(
  { author, slug }: { readonly author: string; readonly slug: string },
  { gateway, caller }: Context,
): Promise<Model> {
  const models = await usableModels(gateway, caller);
  const named = (id: string) => models.find((model) => model.id === id);
  const id = slug === "-" ? author : `${author}/${slug}`;
  const found = named(id) ?? named(id.replace(/:[^/:]*$/, ""));
  if (found === undefined) throw unknownModel(gateway.catalog, id, "text");
  return found;
}

const statuses = { closed: 0, half_open: -1, open: -2 } as const;

export function toEndpoint(
  model: Model,
  endpoint: Endpoint,
  gateway: Gateway,
  slots: readonly EndpointSlot[],
): Schema<"ModelEndpoint"> {
  const circuit = toCircuit(gateway.circuit.state(endpointKey(endpoint)));
  return {
    name: `${endpoint.provider} | ${model.id}`,
    model_id: model.id,
    model_name: model.name,
    provider_name: endpoint.provider,
    tag: endpoint.provider,
    upstream_model: endpoint.upstreamModel,
    context_length: endpoint.contextLength,
    max_completion_tokens: endpoint.maxOutputTokens ?? model.maxOutputTokens ?? null,
    max_prompt_tokens: null,
    quantization: null,
    pricing: pricingOf(endpoint),
    price_source: endpoint.priceOrigin.by,
    price_as_of: endpoint.priceOrigin.asOf,
    list_pricing: endpoint.listPrice === undefined ? null : pricingOf(endpoint.listPrice),
    supported_parameters: parameterNames(endpoint.supportedParameters),
    supports_implicit_caching: isCachedUnasked(endpoint),
    supports_tool_choice: toolChoices(endpoint),
    data_collection: endpoint.dataCollection,
    status: statuses[circuit],
    circuit,
    ...toMeasured(measured(slots, Date.now())),
  };
}

/** Vendors whose cache has to be asked for charge more for writing to it. */
function isCachedUnasked({ price }: Endpoint): boolean {
  const { inputPicousd, cachedInputPicousd, cacheWritePicousd } = price;
  return cachedInputPicousd < inputPicousd && cacheWritePicousd <= inputPicousd;
}

function toolChoices({ abilities, supportedParameters }: Endpoint) {
  const isChosen = abilities.tools && supportedParameters.includes("tool_choice");
  return { auto: abilities.tools, none: isChosen, required: isChosen, function: isChosen };
}

/** What was measured of an endpoint or a provider. Percentages and milliseconds, as clients of this interface read them. */
export function toMeasured(measured: Measured) {
  return {
    uptime_last_5m: measured.uptime5m,
    uptime_last_30m: measured.uptime30m,
    uptime_last_1d: measured.uptime1d,
    latency_last_30m: measured.latency30m,
    throughput_last_30m: measured.throughput30m,
  };
}

const circuits = {
  closed: "closed",
  halfOpen: "half_open",
  open: "open",
} as const satisfies Record<CircuitState, Schema<"CircuitState">>;

export function toCircuit(state: CircuitState): Schema<"CircuitState"> {
  return circuits[state];
}

/** Of several circuits, the one that lets the most through: a provider is down only if all its endpoints are. */
export function bestCircuit(states: readonly CircuitState[]): CircuitState {
  if (states.length === 0 || states.includes("closed")) return "closed";
  return states.includes("halfOpen") ? "halfOpen" : "open";
}
