import { countOf } from "../../json/json-shape.ts";
import type { EmbedCall, Embedded, EmbedInput, EmbedPart } from "../../model-call/embed-call.ts";
import type { UpstreamReply } from "../../upstream/request.ts";
import type { VectorPlaces } from "../../vectors/scan.ts";
import { cohereBatchSize, toEmbedBody } from "../cohere/embed-body.ts";
import { imageAttachment, subtype, unsupported } from "../conversation/attachment.ts";
import { embedInBatches } from "../embedding/embed-in-batches.ts";
import { type EmbedPurpose, embedPurpose } from "../embedding/embed-purpose.ts";
import { readVectors } from "../embedding/read-vectors.ts";
import type { BedrockClient } from "./bedrock-client.ts";

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

const purposes: Readonly<Record<EmbedPurpose, string>> = {
  // The searched index may hold both texts and images.
  query: "GENERIC_RETRIEVAL",
  document: "GENERIC_INDEX",
  classification: "CLASSIFICATION",
  clustering: "CLUSTERING",
  similarity: "GENERIC_INDEX",
};

const imageFormats = ["png", "jpeg", "gif", "webp"];

/** One input as https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html has it: a text or an image. */
function toNovaBody(call: EmbedCall, parts: readonly EmbedPart[]): object {
  return {
    taskType: "SINGLE_EMBEDDING",
    singleEmbeddingParams: {
      embeddingPurpose: purposes[embedPurpose(call.inputType) ?? "document"],
      // Unasked it gives 3,072 values, whichever of its four lengths the operator has named.
      embeddingDimension: call.dimensions ?? call.expectedDimensions,
      ...content(call, parts),
    },
  };
}

function content(call: EmbedCall, parts: readonly EmbedPart[]): object {
  const texts = parts.filter((part) => part.type === "text").map((part) => part.text);
  const [image, ...others] = parts.filter((part) => part.type === "image");
  if (image === undefined) {
    const truncationMode = call.truncate ? "END" : "NONE";
    return { text: { truncationMode, value: texts.join("\n") } };
  }
  if (texts.length > 0 || others.length > 0)
    throw unsupported("more than one image or text with an image in an input");

  const attachment = imageAttachment(image);
  const format = subtype(attachment.mediaType);
  if (!imageFormats.includes(format)) throw unsupported(`${attachment.mediaType} as an image`);

  if (attachment.type === "inline")
    return { image: { format, source: { bytes: attachment.base64 } } };

  if (!attachment.url.startsWith("s3://")) throw unsupported("an image by its URL");

  return { image: { format, source: { s3Location: { uri: attachment.url } } } };
}
