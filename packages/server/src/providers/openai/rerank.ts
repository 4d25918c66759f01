import type { RerankCall } from "../../model-call/rerank-call.ts";
import type { JsonEndpoint } from "../wire/json-request.ts";

/** In what the servers with a `/rerank` differ. */
export interface RerankDialect {
  /** Beside `/v1` where chat completions are below it. */
  readonly isUnversioned?: boolean;
  body(call: RerankCall): object;
}

/** The form of Jina and Cohere, as vLLM, llama.cpp, Infinity, Together, Fireworks and OpenRouter speak it. */
export const plainRerank: RerankDialect = {
  body: ({ model, query, documents, topN }) => ({ model, query, documents, top_n: topN }),
};

/** https://api.jina.ai/redoc: sends the documents back unless asked not to. */
export const jinaRerank: RerankDialect = {
  body: (call) => ({ ...plainRerank.body(call), return_documents: false }),
};

/** https://huggingface.github.io/text-embeddings-inference: one model a server, and always all documents. */
export const teiRerank: RerankDialect = {
  isUnversioned: true,
  body: ({ query, documents, truncate }) => ({ query, texts: documents, truncate }),
};

/** Where a server has its `/rerank`. */
export function rerankEndpoint(endpoint: JsonEndpoint, dialect: RerankDialect): JsonEndpoint {
  return dialect.isUnversioned === true
    ? { ...endpoint, baseUrl: endpoint.baseUrl.replace(/\/v1$/, "") }
    : endpoint;
}
