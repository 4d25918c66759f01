import { suggest } from "@portico/contract/suggest";
import { GatewayError, inField, shown } from "../failures.ts";

export type ModelKind = "embedding" | "rerank" | "text";

export interface KnownModel {
  readonly id: string;
  readonly kind: ModelKind;
}

/** Where models of a kind are listed and used, and what one is called. */
export const placesOf = {
  embedding: { list: "GET /embeddings/models", use: "POST /embeddings", one: "an embedding model" },
  rerank: { list: "GET /models?kind=rerank", use: "POST /rerank", one: "a rerank model" },
  text: { list: "GET /models", use: "POST /responses", one: "a text model" },
} as const satisfies Record<ModelKind, unknown>;

/** Suggests the model that was probably meant: a similar name, or the same name with its vendor. */
export function unknownModel(
  models: Iterable<KnownModel>,
  modelId: string,
  kind: ModelKind,
): GatewayError {
  const known = [...models].flatMap((model) => (model.kind === kind ? [model.id] : []));
  const meant = known.find((id) => id.endsWith(`/${modelId}`)) ?? suggest(modelId, known);
  const advice =
    meant === null
      ? `${placesOf[kind].list} lists the models that do.`
      : `Did you mean "${meant}"?`;
  return new GatewayError("modelNotFound", {
    message: `The model ${shown(modelId)} does not exist. ${advice}`,
  });
}

/** A model that exists, for another use. */
export function modelOfOtherKind(model: KnownModel, kind: ModelKind): GatewayError {
  const { one, use } = placesOf[model.kind];
  return new GatewayError("modelNotFound", {
    message: `The model ${model.id} is not ${placesOf[kind].one} but ${one}: send it to ${use}.`,
  });
}

interface Fault {
  readonly path: string;
  readonly expectation: string;
}

/** Said to callers who may have named several models. */
export function answeredInPlace(answered: string, wanted: string): string {
  return `${answered} answered in place of ${wanted}.`;
}

/** The refusal of a name that is too long for the contract: no model has so long a name, so it is missing as any other. */
export function overlongModel({ path, expectation }: Fault, body: unknown): GatewayError | null {
  if (!/^model(?:s\[\d+\])?$/.test(path) || !expectation.startsWith("must have at most"))
    return null;
  const { model, models } = Object(body);
  const name = String(path === "model" ? model : models[path.slice("models[".length, -1)]);
  const message = `The model ${shown(name)} does not exist. GET /models lists those that do.`;
  const missing = new GatewayError("modelNotFound", { message });
  return path === "model" ? missing : inField(path, missing);
}
