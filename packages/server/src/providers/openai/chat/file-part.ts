import type { Fields } from "../../../json/json-shape.ts";
import {
  type Attachment,
  type FilePart,
  fileAttachment,
  textOfFile,
} from "../../conversation/attachment.ts";

/** A file as a part of a message: as its text where it is one, else as it is, for which the operator vouches (`files: true`). */
export function filePart(part: FilePart): Fields {
  const attachment = fileAttachment(part);
  const text = textOfFile(attachment);
  if (text !== undefined) {
    const title = part.filename === undefined ? "" : `${part.filename}:\n`;
    return { type: "text", text: `${title}${text}` };
  }
  if (attachment.type === "inline") return inlinePart(attachment, part.filename);
  return { type: "file", file: { filename: part.filename ?? "file", file_data: attachment.url } };
}

const sound = "audio/";

type Inline = Extract<Attachment, { readonly type: "inline" }>;

/** A sound has a form of its own: https://platform.openai.com/docs/guides/audio */
function inlinePart({ mediaType, base64 }: Inline, filename: string | undefined): Fields {
  if (mediaType.startsWith(sound)) {
    const format = mediaType.slice(sound.length).replace("mpeg", "mp3");
    return { type: "input_audio", input_audio: { data: base64, format } };
  }
  const name = filename ?? `file.${mediaType === "application/pdf" ? "pdf" : "bin"}`;
  const fileData = `data:${mediaType};base64,${base64}`;
  return { type: "file", file: { filename: name, file_data: fileData } };
}
