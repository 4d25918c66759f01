import { readAnswer } from "../answer.ts";
import { inBatches } from "../in-batches.ts";
import { countOf, fieldsOf } from "../json-shape.ts";
import type { EmbedCall, EmbedInput, Provider, ProviderSettings } from "../provider.ts";
import { readJson } from "../read-reply.ts";
import { checkVectors, inputTokens, readVectors } from "../read-vectors.ts";
import { refusal } from "../refusal.ts";
import type { Upstream, UpstreamReply } from "../upstream.ts";
import { toChatBody } from "./chat-body.ts";
import { ChatReader } from "./chat-reader.ts";
import { cohereBatchSize, toEmbedBody } from "./embed-body.ts";

const publicUrl = "https://api.cohere.com";

/** Cohere's second API. */
export function createCohere(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name } = settings;
  const base = (settings.baseUrl ?? publicUrl).replace(/\/+$/, "").replace(/\/v[12]$/, "");
  const send = (
    path: string,
    body: object | undefined,
    credential: string | undefined,
    signal: AbortSignal,
  ): Promise<UpstreamReply> =>
    upstream.request({
      provider: name,
      method: body === undefined ? "GET" : "POST",
      url: `${base}${path}`,
      headers: {
        "content-type": "application/json",
        ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
        ...settings.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
      timeouts: settings.timeouts,
      operatorUrl: settings.baseUrl,
    });

  const embedBatch = async (
    call: EmbedCall,
    inputs: readonly EmbedInput[],
    signal: AbortSignal,
  ) => {
    const body = { model: call.model, ...toEmbedBody(call, inputs) };
    const reply = await send("/v2/embed", body, call.credential ?? settings.apiKey, signal);
    return readVectors(name, reply, { list: ["embeddings", "float"], vector: "" });
  };

  return {
    name,
    kind: settings.kind,
    async embed(call, signal) {
      const replies = await inBatches(call.inputs, cohereBatchSize, signal, (inputs, either) =>
        embedBatch(call, inputs, either),
      );
      const vectors = replies.flatMap((reply) => reply.vectors);
      const counts = replies.map(({ rest }) => billedTokens(rest["meta"]));
      return { vectors: checkVectors(name, call, vectors), ...inputTokens(counts) };
    },
    async *respond(call, signal) {
      const credential = call.credential ?? settings.apiKey;
      const reply = await send("/v2/chat", toChatBody(name, call), credential, signal);
      yield* readAnswer(name, reply, new ChatReader(name, (text) => reply.scrub(text)));
    },
    async check(signal) {
      const reply = await send("/v1/models?page_size=1", undefined, settings.apiKey, signal);
      if (reply.status !== 200) {
        throw await refusal(name, reply);
      }
      await readJson(name, reply);
    },
  };
}

function billedTokens(meta: unknown): number | undefined {
  const units = fieldsOf(fieldsOf(meta)["billed_units"]);
  const texts = countOf(units["input_tokens"]);
  const images = countOf(units["image_tokens"]);
  return texts === undefined && images === undefined ? undefined : (texts ?? 0) + (images ?? 0);
}
