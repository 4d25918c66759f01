import type { Schema } from "@portico/contract";
import type { EndpointSlot } from "../../model-call/endpoint-facts.ts";
import type { Endpoint } from "../../routing/catalog.ts";
import { endpointKey } from "../../routing/endpoint-key.ts";
import { measured } from "../../routing/measurements.ts";
import type { Gateway } from "../gateway.ts";
import { type Operation, ok } from "../operation.ts";
import { bestCircuit, toCircuit, toMeasured } from "./endpoint-wire.ts";
import { listedModels } from "./models.ts";

/** The providers of the models that the caller can use, in the order of the operator's file. */
export const listProviders: Operation<"listProviders"> = async (_, { gateway, caller }) => {
  const models = await listedModels(gateway, caller);
  const endpoints = Map.groupBy(
    models.flatMap((model) => model.endpoints),
    ({ provider }) => provider,
  );
  const figures = await gateway.figures.read([...endpoints.values()].flat().map(endpointKey));
  const names = [...gateway.providerNames].filter((name) => endpoints.has(name));
  return ok({
    data: names.map((name) => toProvider(name, endpoints.get(name) ?? [], gateway, figures)),
  });
};

/** By its endpoints and what was measured of each. */
export function toProvider(
  name: string,
  endpoints: readonly Endpoint[],
  { configuration, circuit }: Gateway,
  figures: ReadonlyMap<string, readonly EndpointSlot[]>,
): Schema<"Provider"> {
  return {
    name,
    slug: name,
    // The gateway knows the addresses of none of these pages.
    privacy_policy_url: null,
    terms_of_service_url: null,
    status_page_url: null,
    models: endpoints.length,
    byok: configuration.byokProviders.has(name),
    data_collection: endpoints.every(({ dataCollection }) => dataCollection === "deny")
      ? "deny"
      : "allow",
    circuit: toCircuit(
      bestCircuit(endpoints.map((endpoint) => circuit.state(endpointKey(endpoint)))),
    ),
    ...toMeasured(
      measured(
        endpoints.flatMap((endpoint) => figures.get(endpointKey(endpoint)) ?? []),
        Date.now(),
      ),
    ),
  };
}
