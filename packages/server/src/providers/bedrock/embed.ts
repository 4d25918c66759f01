import { countOf } from "../../json/json-shape.ts";
import type { EmbedCall, Embedded, EmbedInput, EmbedPart } from "../../model-call/embed-call.ts";
import type { UpstreamReply } from "../../upstream/request.ts";
import type { VectorPlaces } from "../../vectors/scan.ts";
import { cohereBatchSize, toEmbedBody } from "../cohere/embed-body.ts";
import { imageAttachment, unsupported } from "../conversation/attachment.ts";
import { embedInBatches } from "../embedding/embed-in-batches.ts";
import { readVectors } from "../embedding/read-vectors.ts";
import type { BedrockClient } from "./bedrock-client.ts";
import { toNovaBody } from "./nova-embed-body.ts";

/** A family of models on Bedrock, with a dialect of its own. */
interface Family {
  readonly batchSize: number;
  readonly places: VectorPlaces;
  body(call: EmbedCall, inputs: readonly EmbedInput[]): object;
}

const cohere: Family = {
  batchSize: cohereBatchSize,
  // Earlier models answer with the bare list.
  places: { list: ["embeddings", "float"], vector: "" },
  body: (call, inputs) => toEmbedBody(call, inputs),
};

const titan: Family = {
  batchSize: 1,
  places: { list: [], vector: "", single: "embedding" },
  body: (call, inputs) => toTitanBody(call, partsIn(inputs)),
};

const nova: Family = {
  batchSize: 1,
  places: { list: ["embeddings"], vector: "embedding" },
  body: (call, inputs) => toNovaBody(call, partsIn(inputs)),
};

/** Of the one input of a batch. */
function partsIn(inputs: readonly EmbedInput[]): readonly EmbedPart[] {
  return inputs.flatMap((input) => (input.type === "text" ? [input] : input.content));
}

function familyOf(model: string): Family {
  if (model.includes("cohere.")) return cohere;

  return /nova-.*embed/.test(model) ? nova : titan;
}

/** Embeddings of the models of Cohere, of Amazon Titan and of Amazon Nova, each in its own dialect. */
export async function embedWithBedrock(
  client: BedrockClient,
  call: EmbedCall,
  signal: AbortSignal,
): Promise<Embedded> {
  const { batchSize, places, body } = familyOf(call.model);
  return await embedInBatches(call, batchSize, signal, async (inputs, either) => {
    const reply = await client.post(call, "invoke", body(call, inputs), either);
    return await readVectors(
      call,
      reply,
      places,
      (rest) => countOf(rest["inputTextTokenCount"]) ?? countedTokens(reply),
    );
  });
}

/** Titan embeds one input at a time; only its later models know dimensions, and only one images. */
function toTitanBody(call: EmbedCall, parts: readonly EmbedPart[]): object {
  const texts = parts.filter((part) => part.type === "text").map((part) => part.text);
  const images = parts.filter((part) => part.type === "image");
  const [image] = images;
  if (!call.model.includes("titan-embed-image")) {
    if (image !== undefined) throw unsupported("images for this model");

    return { inputText: texts.join("\n"), dimensions: call.dimensions };
  }
  const attachment = image && imageAttachment(image);
  if (images.length > 1 || attachment?.type === "url")
    throw unsupported("more than one image in an input, or an image by its URL");

  return {
    inputText: texts.length > 0 ? texts.join("\n") : undefined,
    inputImage: attachment?.base64,
    embeddingConfig: call.dimensions && { outputEmbeddingLength: call.dimensions },
  };
}

/** Bedrock's own count, for models that send none. */
function countedTokens(reply: UpstreamReply): number | undefined {
  const counted = Number(reply.headers["x-amzn-bedrock-input-token-count"] ?? Number.NaN);
  return countOf(counted);
}
