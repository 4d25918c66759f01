import { countOf, fieldsOf } from "../../json/json-shape.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { embedByJson, type VectorDialect } from "../embedding/embed-in-batches.ts";
import type { Adapter, ProviderSettings } from "../provider.ts";
import { type AnswerDialect, askByJson } from "../wire/ask-by-json.ts";
import { createCount } from "../wire/count-tokens.ts";
import { baseUrlOf, type JsonEndpoint } from "../wire/json-request.ts";
import { listModels } from "../wire/list-models.ts";
import { proveByGet } from "../wire/prove-working.ts";
import { CandidateReader } from "./candidate-reader.ts";
import { toEmbedContent } from "./content-parts.ts";
import { geminiFacts } from "./facts.ts";
import { toGenerateBody } from "./generate-body.ts";

const generation: AnswerDialect = {
  path: ({ model, stream }) => `/${modelPath(model)}:${generationMethod(stream)}`,
  body: toGenerateBody,
  reader: ({ thoughts }, scrub) => new CandidateReader(scrub, thoughts?.carriers),
};

const embeddings: VectorDialect = {
  // More in one request are refused.
  batchSize: 100,
  places: { list: ["embeddings"], vector: "values" },
  request(call, inputs) {
    const model = modelPath(call.model);
    const requests = inputs.map((input) => ({ model, ...toEmbedContent(call, input) }));
    return { path: `/${model}:batchEmbedContents`, body: { requests } };
  },
  tokensOf: (rest) => countOf(fieldsOf(rest["usageMetadata"])["promptTokenCount"]),
};

/** Google's Gemini API (AI Studio); the same models on Google Cloud are the kind `vertex`. */
export function createGemini(settings: ProviderSettings, upstream: Upstream): Adapter {
  const endpoint: JsonEndpoint = {
    settings,
    upstream,
    baseUrl: versioned(baseUrlOf(settings, geminiFacts.baseUrl)),
    authorize: (credential) => ({ "x-goog-api-key": credential }),
  };
  return {
    embed: (call, signal) => embedByJson(endpoint, embeddings, call, signal),
    respond: (call, signal) => askByJson(endpoint, generation, call, signal),
    count: createCount(
      {
        path: ({ model }) => `/${modelPath(model)}:countTokens`,
        body: async (call) => ({
          generateContentRequest: { model: modelPath(call.model), ...(await toGenerateBody(call)) },
        }),
        field: "totalTokens",
      },
      () => endpoint,
    ),
    list: (signal) => listModels(endpoint, "/models?pageSize=1000", signal),
    check: (signal, credential) => proveByGet(endpoint, "/models?pageSize=1", signal, credential),
  };
}

export function generationMethod(stream: boolean): string {
  return stream ? "streamGenerateContent?alt=sse" : "generateContent";
}

function versioned(base: string): string {
  return /\/v\d+[a-z0-9]*$/.test(base) ? base : `${base}/v1beta`;
}

/** `models/…`, unless the operator named another collection (`tunedModels/…`). */
function modelPath(model: string): string {
  const path = model.includes("/") ? model : `models/${model}`;
  return path.split("/").map(encodeURIComponent).join("/");
}
