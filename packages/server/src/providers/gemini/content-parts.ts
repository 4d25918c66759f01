import type { ContentPart } from "@portico/core/model-call/respond-call";
import type { EmbedCall, EmbedInput } from "../../model-call/embed-call.ts";
import {
  type Attachment,
  fileAttachment,
  imageAttachment,
  textOfFile,
} from "../conversation/attachment.ts";
import { written } from "../conversation/messages.ts";
import { type EmbedPurpose, embedPurpose } from "../embedding/embed-purpose.ts";

/** What a user said, as Gemini's parts. It fetches URLs itself. */
export function toGeminiParts(content: readonly ContentPart[]): object[] {
  return written(content, (part) => {
    switch (part.type) {
      case "text":
        return { text: part.text };
      case "image":
        return attached(imageAttachment(part));
      case "file": {
        const attachment = fileAttachment(part);
        const text = textOfFile(attachment);
        return text === undefined ? attached(attachment) : { text };
      }
      default:
        return part satisfies never;
    }
  });
}

function attached(attachment: Attachment): object {
  return attachment.type === "inline"
    ? { inlineData: { mimeType: attachment.mediaType, data: attachment.base64 } }
    : { fileData: { mimeType: attachment.mediaType, fileUri: attachment.url } };
}

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
  const parts = input.type === "text" ? [input] : input.content;
  return parts.map((part) =>
    part.type === "text" ? { text: part.text } : attached(imageAttachment(part)),
  );
}
