import { suggest } from "@portico/contract/suggest";
import { unknownModel as missingModel } from "@portico/core/rules/models";
import { GatewayError, shown } from "../errors.ts";
import type { Catalog, Model } from "./catalog.ts";
import type { Preferences } from "./preferences.ts";

/** A model that is not there, or for which the gateway knows no price. */
export function unknownModel(catalog: Catalog, modelId: string, kind: Model["kind"]): GatewayError {
  const provider = catalog.unpriced?.get(modelId);
  return provider === undefined
    ? missingModel(catalog.models.values(), modelId, kind)
    : withoutPrice(modelId, provider);
}

function withoutPrice(modelId: string, provider: string): GatewayError {
  return new GatewayError("modelNotFound", {
    message: `The provider ${provider} has the model ${shown(modelId)}, but the gateway knows no price for it. Its operator writes one, under "models" in portico.yaml, or "unpriced: allow" at the provider: then it costs nothing.`,
  });
}

/** The most unknown names in one message: a preference may list many. */
const mostTold = 3;

/**
 * One sentence for each provider name in the preferences that does not exist; null where all exist. An unknown name
 * in `order` does no harm, so the request is served, but it is a mistake that the caller should hear about.
 */
export function unknownProviders(
  { order, only, ignore }: Pick<Preferences, "order" | "only" | "ignore">,
  known: Iterable<string>,
  whose = "of this gateway",
): string | null {
  // Nearly every request has no such preferences.
  if (order.length === 0 && only === null && ignore.length === 0) return null;
  const names = [...known].map((name) => name.toLowerCase());
  const unknown = [...new Set([...order, ...(only ?? []), ...ignore])].filter(
    (name) => !names.includes(name),
  );
  const told = unknown.slice(0, mostTold).map((name) => {
    const meant = suggest(name, names);
    const advice = meant === null ? "." : `: did you mean "${meant}"?`;
    return `No provider ${whose} is called ${shown(name)}${advice}`;
  });
  return told.length === 0 ? null : told.join(" ");
}
