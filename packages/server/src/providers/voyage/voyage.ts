import { countOf, fieldsOf } from "../../json/json-shape.ts";
import type { EmbedCall, EmbedInput, EmbedPart } from "../../model-call/embed-call.ts";
import type { RerankCall } from "../../model-call/rerank-call.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { openAiPlaces } from "../../vectors/scan.ts";
import { imageAttachment } from "../conversation/attachment.ts";
import { embedByJson, type VectorDialect } from "../embedding/embed-in-batches.ts";
import { embedPurpose } from "../embedding/embed-purpose.ts";
import type { Adapter, ProviderSettings } from "../provider.ts";
import { rerankByJson } from "../rerank/read-ranking.ts";
import { baseUrlOf, bearer, type JsonEndpoint } from "../wire/json-request.ts";
import { voyageFacts } from "./facts.ts";

const embeddings: VectorDialect = {
  // More in one request are refused: https://docs.voyageai.com/reference/embeddings-api.
  batchSize: 1_000,
  places: openAiPlaces,
  request: toRequest,
  tokensOf: (rest) => countOf(fieldsOf(rest["usage"])["total_tokens"]),
};

/** Voyage AI: embeddings of texts, and of texts with images; and rerank. */
export function createVoyage(settings: ProviderSettings, upstream: Upstream): Adapter {
  const endpoint: JsonEndpoint = {
    settings,
    upstream,
    baseUrl: baseUrlOf(settings, voyageFacts.baseUrl).replace(/\/v1$/, ""),
    authorize: bearer,
  };
  return {
    embed: (call, signal) => embedByJson(endpoint, embeddings, call, signal),
    rerank: (call, signal) =>
      rerankByJson(endpoint, "/v1/rerank", toRerankBody(call), call, signal),
  };
}

/** https://docs.voyageai.com/reference/reranker-api: `top_k` where others have `top_n`. */
function toRerankBody({ model, query, documents, topN, truncate }: RerankCall): object {
  return { model, query, documents, top_k: topN, truncation: truncate };
}

function toRequest(call: EmbedCall, inputs: readonly EmbedInput[]): { path: string; body: object } {
  const shared = {
    model: call.model,
    input_type: inputType(call),
    truncation: call.truncate,
    output_dimension: call.dimensions,
  };
  const texts = inputs.filter((input) => input.type === "text").map((input) => input.text);
  if (texts.length === inputs.length && !call.model.includes("multimodal")) {
    const body = { input: texts, ...shared, ...inForm("encoding_format", call) };
    return { path: "/v1/embeddings", body };
  }
  const contents = inputs.map((input) => ({
    content: (input.type === "text" ? [input] : input.content).map((part) => toContent(part)),
  }));
  const body = { inputs: contents, ...shared, ...inForm("output_encoding", call) };
  return { path: "/v1/multimodalembeddings", body };
}

/** Lists of numbers are what it gives unasked; it takes no other word than base64. */
function inForm(field: string, { encoding }: EmbedCall): object {
  return encoding === "base64" ? { [field]: "base64" } : {};
}

function toContent(part: EmbedPart): object {
  if (part.type === "text") return { type: "text", text: part.text };

  const attachment = imageAttachment(part);
  return attachment.type === "url"
    ? { type: "image_url", image_url: attachment.url }
    : {
        type: "image_base64",
        image_base64: `data:${attachment.mediaType};base64,${attachment.base64}`,
      };
}

/** It knows two purposes; without one it makes vectors for both. */
function inputType(call: EmbedCall): string | undefined {
  const purpose = embedPurpose(call.inputType);
  return purpose === "query" || purpose === "document" ? purpose : undefined;
}
