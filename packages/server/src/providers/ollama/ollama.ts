import { countOf } from "../../json/json-shape.ts";
import { JsonLines } from "../../upstream/json-lines.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { embedByJson, type VectorDialect } from "../embedding/embed-in-batches.ts";
import { textInputs } from "../openai/embeddings.ts";
import type { Adapter, ProviderSettings } from "../provider.ts";
import { type AnswerDialect, askByJson } from "../wire/ask-by-json.ts";
import { baseUrlOf, bearer, type JsonEndpoint } from "../wire/json-request.ts";
import { proveByGet } from "../wire/prove-working.ts";
import { ollamaFacts } from "./facts.ts";
import { listOllama } from "./list-ollama.ts";
import { OllamaReader } from "./reader.ts";
import { toOllamaRequest } from "./request.ts";

const chat: AnswerDialect = {
  path: () => "/api/chat",
  body: toOllamaRequest,
  reader: ({ thoughts }) => new OllamaReader(thoughts?.carriers),
  // A plain answer is a stream of one line.
  source: { parser: () => new JsonLines(), open: (line) => line, neverWhole: true },
};

const embeddings: VectorDialect = {
  // `embedding` alone is the answer of the older interface, which proxies still give.
  places: { list: ["embeddings"], vector: "embedding", single: "embedding" },
  request: ({ model, truncate, dimensions }, inputs) => ({
    path: "/api/embed",
    body: { model, input: textInputs(inputs), truncate, dimensions },
  }),
  tokensOf: (rest) => countOf(rest["prompt_eval_count"]),
};

/** Ollama by its own interface, which says more of its models than the one in OpenAI's form. */
export function createOllama(settings: ProviderSettings, upstream: Upstream): Adapter {
  const baseUrl = baseUrlOf(settings, ollamaFacts.baseUrl).replace(/\/(v1|api)$/, "");
  const endpoint: JsonEndpoint = { settings, upstream, baseUrl, authorize: bearer };
  return {
    embed: (call, signal) => embedByJson(endpoint, embeddings, call, signal),
    respond: (call, signal) => askByJson(endpoint, chat, call, signal),
    list: (signal) => listOllama(endpoint, signal),
    check: (signal, credential) => proveByGet(endpoint, "/api/tags", signal, credential),
  };
}
