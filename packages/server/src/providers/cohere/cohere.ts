import { readAnswer } from "../answer.ts";
import { inBatches } from "../in-batches.ts";
import { baseUrlOf, bearer, getJson, type JsonEndpoint, postJson } from "../json-request.ts";
import { countOf, fieldsOf } from "../json-shape.ts";
import type { EmbedCall, EmbedInput, Provider, ProviderSettings } from "../provider.ts";
import { readJson } from "../read-reply.ts";
import { checkVectors, inputTokens, type ReadVectors, readVectors } from "../read-vectors.ts";
import { refusal } from "../refusal.ts";
import type { Upstream } from "../upstream.ts";
import { toChatBody } from "./chat-body.ts";
import { ChatReader } from "./chat-reader.ts";
import { cohereBatchSize, toEmbedBody } from "./embed-body.ts";

/** Cohere's second API. */
export function createCohere(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name, kind } = settings;
  const endpoint: JsonEndpoint = {
    settings,
    upstream,
    baseUrl: baseUrlOf(settings, "https://api.cohere.com").replace(/\/v[12]$/, ""),
    authorize: bearer,
  };
  return {
    name,
    kind,
    async embed(call, signal) {
      const replies = await inBatches(call.inputs, cohereBatchSize, signal, (inputs, either) =>
        embedBatch(endpoint, call, inputs, either),
      );
      const vectors = replies.flatMap((reply) => reply.vectors);
      const counts = replies.map(({ rest }) => billedTokens(rest["meta"]));
      return { vectors: checkVectors(name, call, vectors), ...inputTokens(counts) };
    },
    async *respond(call, signal) {
      const options = { signal, whole: !call.stream };
      const reply = await postJson(endpoint, "/v2/chat", toChatBody(name, call), call, options);
      yield* readAnswer(name, reply, new ChatReader(name, (text) => reply.scrub(text)));
    },
    async check(signal) {
      const reply = await getJson(endpoint, "/v1/models?page_size=1", signal);
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
  const body = { model: call.model, ...toEmbedBody(call, inputs) };
  const reply = await postJson(endpoint, "/v2/embed", body, call, { signal, whole: true });
  return await readVectors(name, reply, { list: ["embeddings", "float"], vector: "" });
}

function billedTokens(meta: unknown): number | undefined {
  const units = fieldsOf(fieldsOf(meta)["billed_units"]);
  const texts = countOf(units["input_tokens"]);
  const images = countOf(units["image_tokens"]);
  return texts === undefined && images === undefined ? undefined : (texts ?? 0) + (images ?? 0);
}
