import type { RespondCall } from "@portico/core/model-call/respond-call";
import { countOf, fieldsOf } from "../../json/json-shape.ts";
import type { EmbedCall, EmbedInput } from "../../model-call/embed-call.ts";
import type { RerankCall, Reranked } from "../../model-call/rerank-call.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { type EmbeddedBatch, embedInBatches } from "../embedding/embed-in-batches.ts";
import { readVectors } from "../embedding/read-vectors.ts";
import type { PartBatches, Provider, ProviderSettings } from "../provider.ts";
import { readRanking } from "../rerank/read-ranking.ts";
import { readAnswer } from "../wire/answer-reader.ts";
import { baseUrlOf, bearer, type JsonEndpoint, postJson } from "../wire/json-request.ts";
import { proveByGet } from "../wire/prove-working.ts";
import { askAgainWithoutThoughts } from "../wire/without-thoughts.ts";
import { toChatBody } from "./chat-body.ts";
import { CohereReader } from "./chat-reader.ts";
import { cohereBatchSize, toEmbedBody } from "./embed-body.ts";
import { cohereFacts } from "./facts.ts";

/** Cohere's second API. */
export function createCohere(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name, kind } = settings;
  const endpoint: JsonEndpoint = {
    settings,
    upstream,
    baseUrl: baseUrlOf(settings, cohereFacts.baseUrl).replace(/\/v[12]$/, ""),
    authorize: bearer,
  };
  return {
    name,
    kind,
    embed: (call, signal) =>
      embedInBatches(call, cohereBatchSize, signal, (inputs, either) =>
        embedBatch(endpoint, call, inputs, either),
      ),
    rerank: (call, signal) => rerank(endpoint, call, signal),
    respond: (call, signal) =>
      askAgainWithoutThoughts(call, (asked) => chat(endpoint, asked, signal)),
    check: (signal, credential) =>
      proveByGet(endpoint, "/v1/models?page_size=1", signal, credential),
  };
}

async function* chat(endpoint: JsonEndpoint, call: RespondCall, signal: AbortSignal): PartBatches {
  const options = { signal, whole: !call.stream };
  const reply = await postJson(endpoint, "/v2/chat", toChatBody(call), call, options);
  const scrub = (text: string) => reply.scrub(text);
  yield* readAnswer(reply, new CohereReader(scrub, call.thoughts?.carriers));
}

/** https://docs.cohere.com/reference/rerank */
async function rerank(
  endpoint: JsonEndpoint,
  call: RerankCall,
  signal: AbortSignal,
): Promise<Reranked> {
  const { model, query, documents, topN, tokensPerDocument } = call;
  const body = { model, query, documents, top_n: topN, max_tokens_per_doc: tokensPerDocument };
  const reply = await postJson(endpoint, "/v2/rerank", body, call, { signal, whole: true });
  return await readRanking(reply);
}

async function embedBatch(
  endpoint: JsonEndpoint,
  call: EmbedCall,
  inputs: readonly EmbedInput[],
  signal: AbortSignal,
): Promise<EmbeddedBatch> {
  const body = { model: call.model, ...toEmbedBody(call, inputs) };
  const reply = await postJson(endpoint, "/v2/embed", body, call, { signal, whole: true });
  const places = { list: ["embeddings", "float"], vector: "" };
  return await readVectors(call, reply, places, (rest) => billedTokens(rest["meta"]));
}

function billedTokens(meta: unknown): number | undefined {
  const units = fieldsOf(fieldsOf(meta)["billed_units"]);
  const texts = countOf(units["input_tokens"]);
  const images = countOf(units["image_tokens"]);
  return texts === undefined && images === undefined ? undefined : (texts ?? 0) + (images ?? 0);
}
