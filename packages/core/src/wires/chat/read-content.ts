import type { Schema } from "@portico/contract/facts";
import type { ReadPicture } from "../../answer/wire.ts";
import { GatewayError } from "../../failures.ts";
import type { ContentPart } from "../../model-call/respond-call.ts";
import { cacheOf } from "../reading/cache-mark.ts";

type Part = Schema<"ChatContentPart"> | Schema<"ChatAssistantPart">;

/** A message's content as neutral parts. `path` is its place in the request, for error messages. */
export function readContent(
  content: string | readonly Part[],
  path: string,
  readPicture: ReadPicture,
): ContentPart[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((part, index) => readPart(part, `${path}[${index}]`, readPicture));
}

function readPart(part: Part, path: string, readPicture: ReadPicture): ContentPart {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text, ...cacheOf(part) };
    // What the assistant refused is what it said.
    case "refusal":
      return { type: "text", text: part.refusal };
    case "image_url":
      return {
        ...readImage(part.image_url, `${path}.image_url`, readPicture),
        ...cacheOf(part),
      };
    case "input_audio":
      return { ...readAudio(part.input_audio, `${path}.input_audio.data`), ...cacheOf(part) };
    case "file":
      return { ...readFile(part.file, `${path}.file`), ...cacheOf(part) };
  }
}

/** Some clients send the address alone. */
function readImage(
  image: Schema<"ChatImagePart">["image_url"],
  path: string,
  readPicture: ReadPicture,
): ContentPart {
  const { url, detail } = typeof image === "string" ? { url: image, detail: null } : image;
  const place = typeof image === "string" ? path : `${path}.url`;
  return {
    type: "image",
    ...readPicture(url, place),
    place,
    ...(typeof detail === "string" && { detail }),
  };
}

/** A sound is a file of its media type: dialects with a form for sounds know it by that. */
function readAudio(
  { data, format }: Schema<"ChatAudioPart">["input_audio"],
  place: string,
): ContentPart {
  return {
    type: "file",
    filename: `audio.${format}`,
    data: data.startsWith("data:") ? data : `data:audio/${format};base64,${data}`,
    place,
  };
}

function readFile({ filename, file_data: data }: FileOfPart, path: string): ContentPart {
  if (!data)
    throw new GatewayError("badRequest", {
      message: `${path}.file_data is required: files are not kept, so there is none to refer to.`,
      metadata: { field: `${path}.file_data` },
    });
  return {
    type: "file",
    ...(filename && { filename }),
    ...(/^https?:/i.test(data) ? { url: data } : { data }),
    place: `${path}.file_data`,
  };
}

type FileOfPart = Schema<"ChatFilePart">["file"];
