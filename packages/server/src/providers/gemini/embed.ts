import type { EmbedCall, EmbedInput } from "../../model-call/embed-call.ts";
import { imageAttachment } from "../conversation/attachment.ts";
import { type EmbedPurpose, embedPurpose } from "../embedding/embed-purpose.ts";

/** The words of https://ai.google.dev/gemini-api/docs/embeddings. */
export const taskTypes: Readonly<Record<EmbedPurpose, string>> = {
  query: "RETRIEVAL_QUERY",
  document: "RETRIEVAL_DOCUMENT",
  classification: "CLASSIFICATION",
  clustering: "CLUSTERING",
  similarity: "SEMANTIC_SIMILARITY",
};

/** One input as the body of embedContent. */
export function toEmbedContent(call: EmbedCall, input: EmbedInput): object {
  const purpose = embedPurpose(call.inputType);
  return {
    content: { parts: embedParts(input) },
    taskType: purpose && taskTypes[purpose],
    outputDimensionality: call.dimensions,
  };
}

function embedParts(input: EmbedInput): object[] {
  if (input.type === "text") return [{ text: input.text }];

  return input.content.map((part) => {
    if (part.type === "text") return { text: part.text };

    const attachment = imageAttachment(part);
    return attachment.type === "inline"
      ? { inlineData: { mimeType: attachment.mediaType, data: attachment.base64 } }
      : { fileData: { mimeType: attachment.mediaType, fileUri: attachment.url } };
  });
}
