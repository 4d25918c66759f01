import type { RespondCall } from "@portico/core/model-call/respond-call";
import { countOf, fieldsOf } from "../../json/json-shape.ts";
import type { EmbedCall, EmbedInput } from "../../model-call/embed-call.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { type EmbeddedBatch, embedInBatches } from "../embedding/embed-in-batches.ts";
import { readVectors } from "../embedding/read-vectors.ts";
import type { PartBatches, Provider, ProviderSettings } from "../provider.ts";
import { readAnswer } from "../wire/answer-reader.ts";
import { baseUrlOf, type JsonEndpoint, postJson } from "../wire/json-request.ts";
import { proveByGet } from "../wire/prove-working.ts";
import { askAgainWithoutThoughts } from "../wire/without-thoughts.ts";
import { CandidateReader } from "./candidate-reader.ts";
import { toEmbedContent } from "./content-parts.ts";
import { geminiFacts } from "./facts.ts";
import { toGenerateBody } from "./generate-body.ts";

/** More in one request are refused. */
const batchSize = 100;

/** Google's Gemini API (AI Studio); the same models on Google Cloud are the kind `vertex`. */
export function createGemini(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name, kind } = settings;
  const endpoint: JsonEndpoint = {
    settings,
    upstream,
    baseUrl: versioned(baseUrlOf(settings, geminiFacts.baseUrl)),
    authorize: (credential) => ({ "x-goog-api-key": credential }),
  };
  return {
    name,
    kind,
    embed: (call, signal) =>
      embedInBatches(call, batchSize, signal, (inputs, either) =>
        embedBatch(endpoint, call, inputs, either),
      ),
    respond: (call, signal) =>
      askAgainWithoutThoughts(call, (asked) => generate(endpoint, asked, signal)),
    check: (signal, credential) => proveByGet(endpoint, "/models?pageSize=1", signal, credential),
  };
}

async function* generate(
  endpoint: JsonEndpoint,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  const method = call.stream ? "streamGenerateContent?alt=sse" : "generateContent";
  const path = `/${modelPath(call.model)}:${method}`;
  const options = { signal, whole: !call.stream };
  const reply = await postJson(endpoint, path, await toGenerateBody(call), call, options);
  const scrub = (text: string) => reply.scrub(text);
  yield* readAnswer(reply, new CandidateReader(scrub, call.thoughts?.carriers));
}

async function embedBatch(
  endpoint: JsonEndpoint,
  call: EmbedCall,
  inputs: readonly EmbedInput[],
  signal: AbortSignal,
): Promise<EmbeddedBatch> {
  const model = modelPath(call.model);
  const requests = inputs.map((input) => ({ model, ...toEmbedContent(call, input) }));
  const path = `/${model}:batchEmbedContents`;
  const reply = await postJson(endpoint, path, { requests }, call, { signal, whole: true });
  const places = { list: ["embeddings"], vector: "values" };
  return await readVectors(call, reply, places, (rest) =>
    countOf(fieldsOf(rest["usageMetadata"])["promptTokenCount"]),
  );
}

function versioned(base: string): string {
  return /\/v\d+[a-z0-9]*$/.test(base) ? base : `${base}/v1beta`;
}

/** `models/…`, unless the operator named another collection (`tunedModels/…`). */
function modelPath(model: string): string {
  const path = model.includes("/") ? model : `models/${model}`;
  return path.split("/").map(encodeURIComponent).join("/");
}
