import type { Endpoint, Model } from "../routing/catalog.ts";
import { differences } from "./differences.ts";

/** The operator's model, with the preset price of each endpoint whose price the operator's file changes. */
export function withListPrices(own: Model, preset: Model): Model {
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
