import { suggest } from "@portico/contract/suggest";
import { GatewayError, shown } from "../errors.ts";
import type { Catalog, Model } from "./catalog.ts";

/** Where models of a kind are listed and used. */
export const placesOf = {
  embedding: { list: "GET /embeddings/models", use: "POST /embeddings" },
  rerank: { list: "GET /models?kind=rerank", use: "POST /rerank" },
  text: { list: "GET /models", use: "POST /responses" },
} as const satisfies Record<Model["kind"], unknown>;

/** Suggests the model that was probably meant: a similar name, or the same name with its vendor. */
export function unknownModel(catalog: Catalog, modelId: string, kind: Model["kind"]): GatewayError {
  const known = [...catalog.models.values()].flatMap((model) =>
    model.kind === kind ? [model.id] : [],
  );
  const meant = known.find((id) => id.endsWith(`/${modelId}`)) ?? suggest(modelId, known);
  const advice =
    meant === null
      ? `${placesOf[kind].list} lists the models that do.`
      : `Did you mean "${meant}"?`;
  return new GatewayError("modelNotFound", {
    message: `The model ${shown(modelId)} does not exist. ${advice}`,
  });
}
