import type { FoundPicture } from "@portico/core/answer/wire";
import { GatewayError } from "../../errors.ts";
import { fileType } from "./file-type.ts";
import { measurePicture } from "./measure-picture.ts";

/** A media type with parameters is shorter; each field of a longer one would cost time. */
const longestHead = 1_024;
/** Base64 characters that are read: headers are at the beginning. A GIF that is longer may be animated. */
const charactersOfHeaders = 1024 * 1024;

/**
 * Reads an image of a request. Bytes that are not an image are refused: they would be counted as an image, which
 * costs thousands of tokens, but read as what they are, which may cost a hundred times as much.
 */
export function readPicture(url: string, path: string): FoundPicture {
  return /^data:/i.test(url) ? readData(url, path) : readAddress(url, path);
}

function readData(url: string, path: string): FoundPicture {
  const comma = url.indexOf(",");
  // A malformed data URL is refused later, when it is translated for the upstream.
  if (comma === -1) return { url };
  if (comma > longestHead)
    throw refused(path, `is a data URL with more than ${longestHead} characters before its comma`);
  const [declared = "", ...fields] = url
    .slice("data:".length, comma)
    .split(";")
    .map((field) => field.trim().toLowerCase());
  if (!fields.includes("base64"))
    throw refused(path, `is a data URL of ${declared || "text"}: send an image in base64`);
  const data = url.slice(comma + 1);
  const bytes = Buffer.from(data.slice(0, charactersOfHeaders), "base64");
  const found = fileType(bytes);
  refuseOthers(found ?? declared, path);
  if (found === undefined) return { url };
  const picture = measurePicture(bytes, found);
  return {
    url: found === declared ? url : `data:${found};base64,${data}`,
    ...(picture !== undefined && { picture }),
  };
}

/** An unknown format counts as an image if its media type says so. */
function refuseOthers(mediaType: string, path: string): void {
  if (mediaType === "image/svg+xml")
    throw refused(path, "is SVG, which is no picture before it is drawn: send PNG, JPEG or WebP");
  if (!mediaType.startsWith("image/"))
    throw refused(
      path,
      `holds ${mediaType || "no known type"} and no image: send it as input_file`,
    );
}

/** Extensions of still pictures. GIF (may move) and TIFF (may have pages) are allowed, but count as unknown. */
const pictures: ReadonlySet<string> = new Set([
  "jpg",
  "jpeg",
  "jpe",
  "png",
  "webp",
  "bmp",
  "heic",
  "heif",
  "avif",
]);

/** Extensions of files that are no images. */
const others: ReadonlySet<string> = new Set([
  "pdf",
  "doc",
  "docx",
  "xls",
  "xlsx",
  "ppt",
  "pptx",
  "odt",
  "epub",
  "rtf",
  "zip",
  "svg",
  "txt",
  "md",
  "csv",
  "tsv",
  "json",
  "jsonl",
  "xml",
  "yaml",
  "yml",
  "log",
  "mp4",
  "m4v",
  "mov",
  "avi",
  "mkv",
  "webm",
  "mpg",
  "mpeg",
  "flv",
  "wmv",
  "3gp",
  "mp3",
  "m4a",
  "wav",
  "ogg",
  "oga",
  "opus",
  "flac",
  "aac",
  "aiff",
  "wma",
]);

/** The content of an address is unknown before it is fetched; upstreams go by the name's extension. */
function readAddress(url: string, path: string): FoundPicture {
  const name = URL.canParse(url) ? new URL(url).pathname : "";
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  if (others.has(extension))
    throw refused(path, `names a .${extension} file, which is no image: send it as input_file`);
  return pictures.has(extension) ? { url, picture: {} } : { url };
}

function refused(path: string, reason: string): GatewayError {
  return new GatewayError("badRequest", {
    message: `${path} ${reason}.`,
    metadata: { field: path },
  });
}
