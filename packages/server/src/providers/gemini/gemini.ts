import { readAnswer } from "../answer.ts";
import { inBatches } from "../in-batches.ts";
import { baseUrlOf, getJson, type JsonEndpoint, postJson } from "../json-request.ts";
import { countOf, fieldsOf } from "../json-shape.ts";
import type { EmbedCall, EmbedInput, Provider, ProviderSettings } from "../provider.ts";
import { readJson } from "../read-reply.ts";
import { checkVectors, inputTokens, type ReadVectors, readVectors } from "../read-vectors.ts";
import { refusal } from "../refusal.ts";
import type { Upstream } from "../upstream.ts";
import { CandidateReader } from "./candidate-reader.ts";
import { toEmbedContent } from "./embed.ts";
import { toGenerateBody } from "./generate-body.ts";

/** More in one request are refused. */
const batchSize = 100;

/** Google's Gemini API (AI Studio); the same models on Google Cloud are the kind `vertex`. */
export function createGemini(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name, kind } = settings;
  const endpoint: JsonEndpoint = {
    settings,
    upstream,
    baseUrl: versioned(baseUrlOf(settings, "https://generativelanguage.googleapis.com")),
    authorize: (credential) => ({ "x-goog-api-key": credential }),
  };
  return {
    name,
    kind,
    async embed(call, signal) {
      const replies = await inBatches(call.inputs, batchSize, signal, (inputs, either) =>
        embedBatch(endpoint, call, inputs, either),
      );
      const vectors = replies.flatMap((reply) => reply.vectors);
      const counts = replies.map(({ rest }) =>
        countOf(fieldsOf(rest["usageMetadata"])["promptTokenCount"]),
      );
      return { vectors: checkVectors(name, call, vectors), ...inputTokens(counts) };
    },
    async *respond(call, signal) {
      const method = call.stream ? "streamGenerateContent?alt=sse" : "generateContent";
      const path = `/${modelPath(call.model)}:${method}`;
      const options = { signal, whole: !call.stream };
      const reply = await postJson(endpoint, path, toGenerateBody(name, call), call, options);
      yield* readAnswer(name, reply, new CandidateReader(name, (text) => reply.scrub(text)));
    },
    async check(signal) {
      const reply = await getJson(endpoint, "/models?pageSize=1", signal);
      if (reply.status !== 200) {
        throw await refusal(name, reply);
      }
      await readJson(name, reply);
    },
  };
}

async function embedBatch(
  endpoint: JsonEndpoint,
  call: EmbedCall,
  inputs: readonly EmbedInput[],
  signal: AbortSignal,
): Promise<ReadVectors> {
  const { name } = endpoint.settings;
  const model = modelPath(call.model);
  const requests = inputs.map((input) => ({ model, ...toEmbedContent(name, call, input) }));
  const path = `/${model}:batchEmbedContents`;
  const reply = await postJson(endpoint, path, { requests }, call, { signal, whole: true });
  return await readVectors(name, reply, { list: ["embeddings"], vector: "values" });
}

function versioned(base: string): string {
  return /\/v\d+[a-z0-9]*$/.test(base) ? base : `${base}/v1beta`;
}

/** `models/…`, unless the operator named another collection (`tunedModels/…`). */
function modelPath(model: string): string {
  const path = model.includes("/") ? model : `models/${model}`;
  return path.split("/").map(encodeURIComponent).join("/");
}
