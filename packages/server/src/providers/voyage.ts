import { imageAttachment } from "./attachment.ts";
import { embedPurpose } from "./embed-purpose.ts";
import { inBatches } from "./in-batches.ts";
import { countOf, fieldsOf } from "./json-shape.ts";
import type { EmbedCall, EmbedInput, EmbedPart, Provider, ProviderSettings } from "./provider.ts";
import { checkVectors, inputTokens, readVectors } from "./read-vectors.ts";
import type { Upstream } from "./upstream.ts";
import { openAiPlaces } from "./vector-scan.ts";

/** More in one request are refused: https://docs.voyageai.com/reference/embeddings-api. */
const batchSize = 1_000;
const publicUrl = "https://api.voyageai.com";

/** Voyage AI: embeddings of texts, and of texts with images. */
export function createVoyage(settings: ProviderSettings, upstream: Upstream): Provider {
  const { name } = settings;
  const base = (settings.baseUrl ?? publicUrl).replace(/\/+$/, "").replace(/\/v1$/, "");
  const embedBatch = async (
    call: EmbedCall,
    inputs: readonly EmbedInput[],
    signal: AbortSignal,
  ) => {
    const { path, body } = toRequest(name, call, inputs);
    const credential = call.credential ?? settings.apiKey;
    const reply = await upstream.request({
      provider: name,
      url: `${base}${path}`,
      headers: {
        "content-type": "application/json",
        ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
        ...settings.headers,
      },
      body: JSON.stringify(body),
      signal,
      timeouts: settings.timeouts,
      operatorUrl: settings.baseUrl,
    });
    return readVectors(name, reply, openAiPlaces);
  };

  return {
    name,
    kind: settings.kind,
    async embed(call, signal) {
      const replies = await inBatches(call.inputs, batchSize, signal, (inputs, either) =>
        embedBatch(call, inputs, either),
      );
      const vectors = replies.flatMap((reply) => reply.vectors);
      const counts = replies.map(({ rest }) => countOf(fieldsOf(rest["usage"])["total_tokens"]));
      return { vectors: checkVectors(name, call, vectors), ...inputTokens(counts) };
    },
  };
}

function toRequest(
  provider: string,
  call: EmbedCall,
  inputs: readonly EmbedInput[],
): { path: string; body: object } {
  const shared = {
    model: call.model,
    input_type: inputType(call),
    truncation: call.truncate,
    output_dimension: call.dimensions,
  };
  const texts = inputs.filter((input) => input.type === "text").map((input) => input.text);
  if (texts.length === inputs.length && !call.model.includes("multimodal")) {
    const body = { input: texts, ...shared, encoding_format: "base64" };
    return { path: "/v1/embeddings", body };
  }
  const contents = inputs.map((input) => ({
    content: (input.type === "text" ? [input] : input.content).map((part) =>
      toContent(provider, part),
    ),
  }));
  const body = { inputs: contents, ...shared, output_encoding: "base64" };
  return { path: "/v1/multimodalembeddings", body };
}

function toContent(provider: string, part: EmbedPart): object {
  if (part.type === "text") {
    return { type: "text", text: part.text };
  }
  const attachment = imageAttachment(provider, part);
  return attachment.type === "url"
    ? { type: "image_url", image_url: attachment.url }
    : {
        type: "image_base64",
        image_base64: `data:${attachment.mediaType};base64,${attachment.base64}`,
      };
}

/** It knows two purposes; without one it makes vectors for both. */
function inputType(call: EmbedCall): string | undefined {
  const purpose = embedPurpose(call.inputType);
  return purpose === "query" || purpose === "document" ? purpose : undefined;
}
