import { isUtf8 } from "node:buffer";

/** The first bytes of a format: Latin-1 characters at an offset, as many as needed to be sure. */
type Signature = readonly [mediaType: string, ...marks: (readonly [at: number, mark: string])[]];

const signatures: readonly Signature[] = [
  ["image/jpeg", [0, "\xff\xd8\xff"]],
  ["image/png", [0, "\x89PNG\r\n\x1a\n"]],
  ["image/gif", [0, "GIF8"]],
  ["image/webp", [0, "RIFF"], [8, "WEBP"]],
  ["image/bmp", [0, "BM"], [6, "\0\0\0\0"]],
  ["image/tiff", [0, "II*\0"]],
  ["image/tiff", [0, "MM\0*"]],
  ["application/pdf", [0, "%PDF"]],
  ["application/zip", [0, "PK\x03\x04"]],
  ["audio/wav", [0, "RIFF"], [8, "WAVE"]],
  ["video/avi", [0, "RIFF"], [8, "AVI "]],
  ["audio/mpeg", [0, "ID3"]],
  ["audio/mpeg", [0, "\xff\xfb"]],
  ["audio/mpeg", [0, "\xff\xf3"]],
  ["audio/mpeg", [0, "\xff\xf2"]],
  ["audio/aac", [0, "\xff\xf1"]],
  ["audio/aac", [0, "\xff\xf9"]],
  ["audio/ogg", [0, "OggS"]],
  ["audio/flac", [0, "fLaC"]],
  ["audio/aiff", [0, "FORM"], [8, "AIF"]],
  ["video/webm", [0, "\x1a\x45\xdf\xa3"]],
  ["video/mpeg", [0, "\0\0\x01\xba"]],
  ["video/mpeg", [0, "\0\0\x01\xb3"]],
  ["video/x-flv", [0, "FLV\x01"]],
];

/** Still pictures in the container format of films, by their first brand. */
const stillBrands: Readonly<Record<string, string>> = {
  heic: "image/heic",
  heix: "image/heic",
  heim: "image/heic",
  heis: "image/heic",
  mif1: "image/heif",
  avif: "image/avif",
};

const bytesOfText = 1024;

/** The media type for a file's first bytes; undefined for an unknown format. */
export function fileType(bytes: Buffer): string | undefined {
  if (bytes.toString("latin1", 4, 8) === "ftyp")
    return stillBrands[bytes.toString("latin1", 8, 12)] ?? "video/mp4";
  const found = signatures.find(([, ...marks]) =>
    marks.every(([at, mark]) => bytes.toString("latin1", at, at + mark.length) === mark),
  );
  return found?.[0] ?? textType(bytes);
}

function textType(bytes: Buffer): string | undefined {
  // The last character may be incomplete.
  const start = wholeCharacters(bytes.subarray(0, bytesOfText));
  if (start.length === 0 || !isUtf8(start) || start.some(isControl)) return undefined;
  return /<svg[\s>]/i.test(start.toString("utf8")) ? "image/svg+xml" : "text/plain";
}

function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length;
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) end = bytes.length - back;
    if (byte < 0x80 || byte >= 0xc0) break;
  }
  return bytes.subarray(0, end);
}

/** A control character other than tab, line feed, form feed and carriage return. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d);
}
