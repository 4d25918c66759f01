import type { RerankCall, Reranked } from "../../model-call/rerank-call.ts";
import { readRanking } from "../rerank/read-ranking.ts";
import { type JsonEndpoint, postJson } from "../wire/json-request.ts";

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

export async function rerankWith(
  endpoint: JsonEndpoint,
  { isUnversioned, body }: RerankDialect,
  call: RerankCall,
  signal: AbortSignal,
): Promise<Reranked> {
  const baseUrl = isUnversioned === true ? endpoint.baseUrl.replace(/\/v1$/, "") : endpoint.baseUrl;
  const place = { ...endpoint, baseUrl };
  const reply = await postJson(place, "/rerank", body(call), call, { signal, whole: true });
  return await readRanking(reply);
}
