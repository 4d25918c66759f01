import { readAnswer } from "../answer.ts";
import { inBatches } from "../in-batches.ts";
import { countOf, fieldsOf } from "../json-shape.ts";
import type { EmbedCall, EmbedInput, Provider, ProviderSettings } from "../provider.ts";
import { readJson } from "../read-reply.ts";
import { checkVectors, inputTokens, readVectors } from "../read-vectors.ts";
import { refusal } from "../refusal.ts";
import type { Upstream, UpstreamRequest } from "../upstream.ts";
import { CandidateReader } from "./candidate-reader.ts";
import { toEmbedContent } from "./embed.ts";
import { toGenerateBody } from "./generate-body.ts";

/** More in one request are refused. */
const batchSize = 100;
const publicUrl = "https://generativelanguage.googleapis.com";

/** Google's Gemini API (AI Studio); the same models on Google Cloud are the kind `vertex`. */
export function createGemini(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name } = settings;
  const base = versioned((settings.baseUrl ?? publicUrl).replace(/\/+$/, ""));
  const requestTo = (
    path: string,
    credential: string | undefined,
    signal: AbortSignal,
  ): UpstreamRequest => ({
    provider: name,
    url: `${base}${path}`,
    headers: {
      "content-type": "application/json",
      ...(credential === undefined ? {} : { "x-goog-api-key": credential }),
      ...settings.headers,
    },
    signal,
    timeouts: settings.timeouts,
    operatorUrl: settings.baseUrl,
  });

  const embedBatch = async (
    call: EmbedCall,
    inputs: readonly EmbedInput[],
    signal: AbortSignal,
  ) => {
    const model = modelPath(call.model);
    const credential = call.credential ?? settings.apiKey;
    const reply = await upstream.request({
      ...requestTo(`/${model}:batchEmbedContents`, credential, signal),
      body: JSON.stringify({
        requests: inputs.map((input) => ({ model, ...toEmbedContent(name, call, input) })),
      }),
    });
    return readVectors(name, reply, { list: ["embeddings"], vector: "values" });
  };

  return {
    name,
    kind: settings.kind,
    async embed(call, signal) {
      const replies = await inBatches(call.inputs, batchSize, signal, (inputs, either) =>
        embedBatch(call, inputs, either),
      );
      const vectors = replies.flatMap((reply) => reply.vectors);
      const counts = replies.map(({ rest }) =>
        countOf(fieldsOf(rest["usageMetadata"])["promptTokenCount"]),
      );
      return { vectors: checkVectors(name, call, vectors), ...inputTokens(counts) };
    },
    async *respond(call, signal) {
      const method = call.stream ? "streamGenerateContent?alt=sse" : "generateContent";
      const request = requestTo(
        `/${modelPath(call.model)}:${method}`,
        call.credential ?? settings.apiKey,
        signal,
      );
      const body = JSON.stringify(toGenerateBody(name, call));
      const reply = await upstream.request({ ...request, body });
      yield* readAnswer(name, reply, new CandidateReader(name, (text) => reply.scrub(text)));
    },
    async check(signal) {
      const request = requestTo("/models?pageSize=1", settings.apiKey, signal);
      const reply = await upstream.request({ ...request, method: "GET" });
      if (reply.status !== 200) {
        throw await refusal(name, reply);
      }
      await readJson(name, reply);
    },
  };
}

function versioned(base: string): string {
  return /\/v\d+[a-z0-9]*$/.test(base) ? base : `${base}/v1beta`;
}

/** `models/…`, unless the operator named another collection (`tunedModels/…`). */
export function modelPath(model: string): string {
  const path = model.includes("/") ? model : `models/${model}`;
  return path.split("/").map(encodeURIComponent).join("/");
}
