import { countOf, fieldsOf } from "../../json/json-shape.ts";
import type { RerankCall } from "../../model-call/rerank-call.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { embedByJson, type VectorDialect } from "../embedding/embed-in-batches.ts";
import type { Adapter, ProviderSettings } from "../provider.ts";
import { rerankByJson } from "../rerank/read-ranking.ts";
import { type AnswerDialect, askByJson } from "../wire/ask-by-json.ts";
import { baseUrlOf, bearer, type JsonEndpoint } from "../wire/json-request.ts";
import { listModels } from "../wire/list-models.ts";
import { proveByGet } from "../wire/prove-working.ts";
import { toChatBody } from "./chat-body.ts";
import { CohereReader } from "./chat-reader.ts";
import { cohereBatchSize, toEmbedBody } from "./embed-body.ts";
import { cohereFacts } from "./facts.ts";

const chat: AnswerDialect = {
  path: () => "/v2/chat",
  body: toChatBody,
  reader: ({ thoughts }, scrub) => new CohereReader(scrub, thoughts?.carriers),
};

const embeddings: VectorDialect = {
  batchSize: cohereBatchSize,
  places: { list: ["embeddings", "float"], vector: "" },
  request: (call, inputs) => ({
    path: "/v2/embed",
    body: { model: call.model, ...toEmbedBody(call, inputs) },
  }),
  tokensOf: (rest) => billedTokens(rest["meta"]),
};

/** Cohere's second API. */
export function createCohere(settings: ProviderSettings, upstream: Upstream): Adapter {
  const endpoint: JsonEndpoint = {
    settings,
    upstream,
    baseUrl: baseUrlOf(settings, cohereFacts.baseUrl).replace(/\/v[12]$/, ""),
    authorize: bearer,
  };
  return {
    embed: (call, signal) => embedByJson(endpoint, embeddings, call, signal),
    rerank: (call, signal) =>
      rerankByJson(endpoint, "/v2/rerank", toRerankBody(call), call, signal),
    respond: (call, signal) => askByJson(endpoint, chat, call, signal),
    list: (signal) => listModels(endpoint, "/v1/models?page_size=1000", signal),
    check: (signal, credential) =>
      proveByGet(endpoint, "/v1/models?page_size=1", signal, credential),
  };
}

/** https://docs.cohere.com/reference/rerank */
function toRerankBody({ model, query, documents, topN, tokensPerDocument }: RerankCall): object {
  return { model, query, documents, top_n: topN, max_tokens_per_doc: tokensPerDocument };
}

function billedTokens(meta: unknown): number | undefined {
  const units = fieldsOf(fieldsOf(meta)["billed_units"]);
  const texts = countOf(units["input_tokens"]);
  const images = countOf(units["image_tokens"]);
  return texts === undefined && images === undefined ? undefined : (texts ?? 0) + (images ?? 0);
}
