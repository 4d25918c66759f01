import type { ContentPart } from "@portico/core/model-call/respond-call";
import { UpstreamError } from "../../upstream/upstream-error.ts";

export type ImagePart = Extract<ContentPart, { readonly type: "image" }>;
export type FilePart = Extract<ContentPart, { readonly type: "file" }>;

/** An image or a file: its bytes, or where the upstream may fetch them. The gateway fetches nothing. */
export type Attachment =
  | { readonly type: "inline"; readonly mediaType: string; readonly base64: string }
  | { readonly type: "url"; readonly mediaType: string; readonly url: string };

export function imageAttachment(part: ImagePart): Attachment {
  const attachment = fromText(part.url, "image/jpeg");
  // The hold counted it as an image.
  if (!attachment.mediaType.startsWith("image/"))
    throw unsupported(`${attachment.mediaType} as an image`);

  return attachment;
}

export function fileAttachment(part: FilePart): Attachment {
  const named = mediaTypeByName(part.filename ?? "");
  if (part.url !== undefined) return fromText(part.url, named ?? "application/pdf");

  const data = part.data ?? "";
  if (data === "") throw new UpstreamError("rejected", "An input_file has neither data nor a URL.");

  return data.startsWith("data:")
    ? fromText(data, named ?? "application/pdf")
    : inline(data, named ?? "application/pdf");
}

/** The characters of a file whose media type says that it is text. */
export function textOfFile(attachment: Attachment): string | undefined {
  return attachment.type === "inline" &&
    isTextual(attachment.mediaType) &&
    attachment.base64.length <= longestText
    ? Buffer.from(attachment.base64, "base64").toString("utf8")
    : undefined;
}

/** For dialects without images or files, or without their URLs. */
export function unsupported(what: string): UpstreamError {
  return new UpstreamError("rejected", `This provider does not accept ${what}.`);
}

/** `png` of `image/png`. */
export function subtype(mediaType: string): string {
  return mediaType.slice(mediaType.indexOf("/") + 1);
}

/** Of a data URL: its media type and what goes with it. */
const longestHead = 1_000;
/** Data that is not base64 is read character by character. */
const longestEscaped = 1024 * 1024;
/** A longer address has no name of a file at its end. */
const longestUrl = 8_000;
/** Of a file that is sent as the text that it is. */
const longestText = 4 * 1024 * 1024;

function fromText(url: string, otherwise: string): Attachment {
  if (!url.startsWith("data:")) {
    if (!/^(https?|gs|s3):\/\//i.test(url))
      throw unsupported("an address that is neither a data URL nor an https URL");

    return { type: "url", url, mediaType: mediaTypeByName(pathOf(url)) ?? otherwise };
  }
  const comma = url.slice(0, longestHead).indexOf(",");
  const head = url.slice("data:".length, Math.max(comma, 0)).split(";");
  if (comma === -1) throw new UpstreamError("rejected", "A data URL has no data.");

  const data = url.slice(comma + 1);
  const declared = head[0]?.trim().toLowerCase() || otherwise;
  return head.slice(1).some((field) => field.trim().toLowerCase() === "base64")
    ? inline(data, declared)
    : inline(Buffer.from(decodedUri(data)).toString("base64"), declared);
}

function decodedUri(data: string): string {
  if (data.length > longestEscaped) throw unsupported("so large a data URL without base64");

  try {
    return decodeURIComponent(data);
  } catch (cause) {
    throw malformedUrl(cause);
  }
}

function malformedUrl(cause: unknown): UpstreamError {
  return new UpstreamError("rejected", "A data URL is not well formed.", { cause });
}

/** The first bytes of the formats that upstreams refuse under another format's name. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^\/9j\//, "image/jpeg"],
  [/^iVBORw0KGgo/, "image/png"],
  [/^R0lGOD/, "image/gif"],
  // Sound and films begin with RIFF, too.
  [/^UklGR.{7}RUJQ/, "image/webp"],
  [/^JVBERi/, "application/pdf"],
];

function inline(base64: string, declared: string): Attachment {
  const known = signatures.find(([start]) => start.test(base64))?.[1];
  const mediaType = declared === "image/jpg" ? "image/jpeg" : declared;
  return { type: "inline", base64, mediaType: known ?? mediaType };
}

const typesByExtension: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  html: "text/html",
  htm: "text/html",
  xml: "application/xml",
  json: "application/json",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

function mediaTypeByName(name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(typesByExtension, extension) ? typesByExtension[extension] : undefined;
}

function pathOf(url: string): string {
  return url.length <= longestUrl && URL.canParse(url) ? new URL(url).pathname : "";
}

function isTextual(mediaType: string): boolean {
  return mediaType.startsWith("text/") || /^application\/(json|xml|yaml|x-yaml)$/.test(mediaType);
}
