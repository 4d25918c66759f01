import type { ContentPart } from "@portico/core/model-call/respond-call";
import {
  type Attachment,
  fileAttachment,
  imageAttachment,
  textOfFile,
} from "../conversation/attachment.ts";
import { written } from "../conversation/said.ts";

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
