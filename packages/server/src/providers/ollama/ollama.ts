import type { RespondCall } from "@portico/core/model-call/respond-call";
import { countOf } from "../../json/json-shape.ts";
import type { EmbedCall, Embedded } from "../../model-call/embed-call.ts";
import { readJsonLines } from "../../upstream/json-lines.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { VectorPlaces } from "../../vectors/scan.ts";
import { checkVectors, readVectors } from "../embedding/read-vectors.ts";
import { textInputs } from "../openai/embeddings.ts";
import type { PartBatches, Provider, ProviderSettings } from "../provider.ts";
import { type EventSource, readAnswerFrom } from "../wire/answer-reader.ts";
import { baseUrlOf, bearer, type JsonEndpoint, postJson } from "../wire/json-request.ts";
import { proveByGet } from "../wire/prove-working.ts";
import { askAgainWithoutThoughts } from "../wire/without-thoughts.ts";
import { ollamaFacts } from "./facts.ts";
import { OllamaReader } from "./reader.ts";
import { toOllamaRequest } from "./request.ts";

/** Ollama by its own interface, which says more of its models than the one in OpenAI's form. */
export function createOllama(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name, kind } = settings;
  const baseUrl = baseUrlOf(settings, ollamaFacts.baseUrl).replace(/\/(v1|api)$/, "");
  const endpoint: JsonEndpoint = { settings, upstream, baseUrl, authorize: bearer };
  return {
    name,
    kind,
    embed: (call, signal) => embed(endpoint, call, signal),
    respond: (call, signal) =>
      askAgainWithoutThoughts(call, (asked) => respond(endpoint, asked, signal)),
    check: (signal, credential) => proveByGet(endpoint, "/api/tags", signal, credential),
  };
}

/** A plain answer is a stream of one line. */
const lines: EventSource<unknown> = {
  read: readJsonLines,
  open: (line) => line,
  neverWhole: true,
};

async function* respond(
  endpoint: JsonEndpoint,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  const body = toOllamaRequest(call);
  const reply = await postJson(endpoint, "/api/chat", body, call, { signal, whole: !call.stream });
  yield* readAnswerFrom(lines, reply, new OllamaReader(call.thoughts?.carriers));
}

/** `embedding` alone is the answer of the older interface, which proxies still give. */
const places: VectorPlaces = { list: ["embeddings"], vector: "embedding", single: "embedding" };

async function embed(
  endpoint: JsonEndpoint,
  call: EmbedCall,
  signal: AbortSignal,
): Promise<Embedded> {
  const body = {
    model: call.model,
    input: textInputs(call.inputs),
    truncate: call.truncate,
    ...(call.dimensions === undefined ? {} : { dimensions: call.dimensions }),
  };
  const reply = await postJson(endpoint, "/api/embed", body, call, { signal, whole: true });
  const { vectors, inputTokens } = await readVectors(call, reply, places, (rest) =>
    countOf(rest["prompt_eval_count"]),
  );
  checkVectors(call, vectors, inputTokens);
  return { vectors, ...(inputTokens === undefined ? {} : { inputTokens }) };
}
