import type { Upstream } from "../../upstream/upstream.ts";
import type { Provider, ProviderSettings } from "../provider.ts";
import { checkModels } from "../wire/check-models.ts";
import { baseUrlOf, bearer, type JsonEndpoint } from "../wire/json-request.ts";
import { mistralEmbeddings } from "./chat/embedding-dialects.ts";
import { mistralDialect } from "./chat/mistral-dialect.ts";
import { embedWith } from "./embeddings.ts";
import { mistralFacts } from "./facts.ts";
import { completeChat } from "./openai-compatible.ts";

/** Mistral's chat completions and embeddings. Option: `extra_body` (merged into every request for text). */
export function createMistral(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name, kind } = settings;
  const baseUrl = baseUrlOf(settings, mistralFacts.baseUrl);
  const endpoint: JsonEndpoint = { settings, upstream, baseUrl, authorize: bearer };
  return {
    name,
    kind,
    embed: (call, signal) => embedWith(endpoint, "/embeddings", mistralEmbeddings, call, signal),
    respond: (call, signal) =>
      completeChat(endpoint, "/chat/completions", mistralDialect, call, signal),
    check: (signal, credential) => checkModels(endpoint, "/models", signal, credential),
  };
}
