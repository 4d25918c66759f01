import type { EmbedCall, EmbedPart } from "../../model-call/embed-call.ts";
import { imageAttachment, subtype, unsupported } from "../conversation/attachment.ts";
import { type EmbedPurpose, embedPurpose } from "../embedding/embed-purpose.ts";

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
export function toNovaBody(call: EmbedCall, parts: readonly EmbedPart[]): object {
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
