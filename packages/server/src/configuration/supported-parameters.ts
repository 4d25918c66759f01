import { factsOf } from "../providers/facts.ts";
import { commonParameters } from "../providers/vendor-facts.ts";
import type { ModelKind } from "../routing/catalog.ts";

/** The optional parameters of a request for which the upstreams of a kind have an equivalent. */
export function supportedParameters(
  kind: string,
  model: {
    readonly kind: ModelKind;
    readonly upstreamModel: string;
    readonly dimensionsAdjustable: boolean;
    readonly fixedSampling: boolean;
    readonly thinks?: boolean;
    /** Whether the endpoint has prices for service tiers, without which none may be requested. */
    readonly hasTiers: boolean;
  },
): readonly string[] {
  if (model.kind === "embedding") {
    const adjustable = model.dimensionsAdjustable ? ["dimensions"] : [];
    return [...adjustable, "encoding_format", "input_type", "user"];
  }
  if (model.kind === "rerank") {
    const cuts = factsOf(kind)?.cutsDocuments === true;
    return [...(cuts ? cutParameters : []), "return_documents", "top_n", "user"];
  }
  const { textParameters = commonParameters, refusedBy } = factsOf(kind) ?? {};
  const refused = refusedBy?.(model.upstreamModel) ?? [];
  const known = [
    ...textParameters.filter((name) => !refused.includes(name)),
    ...(model.hasTiers ? ["service_tier"] : []),
    ...(model.thinks === true ? ["reasoning"] : []),
  ];
  return model.fixedSampling
    ? known.filter((name) => name !== "temperature" && name !== "top_p")
    : known;
}

/** Of a rerank request: where a document is cut. */
const cutParameters: readonly string[] = ["max_chunks_per_doc", "max_tokens_per_doc"];

/** Whether a request to an upstream of this kind can name a service tier. */
export function takesServiceTier(model: ModelKind, kind: string): boolean {
  return model === "text" && factsOf(kind)?.takesServiceTier === true;
}
