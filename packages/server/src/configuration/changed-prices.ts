import type { Endpoint, Model } from "../routing/catalog.ts";
import type { Configuration } from "./configuration.ts";
import { differences } from "./differences.ts";

export interface ChangedPrices {
  /** The running configuration with the prices of the next one. */
  readonly configuration: Configuration;
  /** The endpoints whose price is another one: `openai/gpt-4o@openai`. */
  readonly changed: readonly string[];
  /** The places in the file whose change has no effect before a restart. */
  readonly waiting: readonly string[];
}

/**
 * Takes nothing but prices from another version of the file, and only those of endpoints that are there already. All
 * else waits for a restart: much of it was read once at the start.
 */
export function changedPrices(running: Configuration, next: Configuration): ChangedPrices {
  const changed: string[] = [];
  const models = [...running.catalog.models].map(([id, model]) => {
    const other = next.catalog.models.get(id);
    return [id, other === undefined ? model : withPricesOf(model, other, changed)] as const;
  });
  return {
    configuration: {
      ...running,
      priceOrigin: next.priceOrigin,
      catalog: { models: new Map(models) },
    },
    changed,
    waiting: differences(withoutPrices(running.written), withoutPrices(next.written)),
  };
}

function withPricesOf(model: Model, other: Model, changed: string[]): Model {
  const endpoints = model.endpoints.map((endpoint): Endpoint => {
    const { provider, upstreamModel } = endpoint;
    const next = other.endpoints.find(
      (one) => one.provider === provider && one.upstreamModel === upstreamModel,
    );
    if (next === undefined) return endpoint;
    const { price, priceOrigin, listPrice } = next;
    if (differences(endpoint.price, price).length > 0) changed.push(`${model.id}@${provider}`);
    const { listPrice: _, ...kept } = endpoint;
    return { ...kept, price, priceOrigin, ...(listPrice !== undefined && { listPrice }) };
  });
  return { ...model, endpoints };
}

/** The values of a file as they count for a restart. Models and providers are known by their names, not their places. */
function withoutPrices(written: Configuration["written"]): object {
  const { models, ...rest } = written;
  const byId = (models ?? []).map(({ id, endpoints, ...model }) => {
    const plain = endpoints.map(({ price: _, ...endpoint }) => endpoint);
    return [id, { ...model, endpoints: plain }] as const;
  });
  return { ...rest, models: Object.fromEntries(byId) };
}
