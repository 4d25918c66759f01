import type { Picture } from "@portico/core/model-call/respond-call";

/**
 * One still picture and its size, read from its bytes; undefined if there may be several pictures: frames of an
 * animation, or pages. The size is left out if it cannot be read, because the file is cut off or the format is not
 * measured here. Reads headers only, and no more of their parts than a picture has: a file made of parts alone would
 * hold up all other requests.
 */
export function measurePicture(bytes: Buffer, mediaType: string): Picture | undefined {
  try {
    return measures[mediaType]?.(bytes);
  } catch (error) {
    // The read went past the end of the bytes.
    if (error instanceof RangeError) return mediaType === "image/gif" ? undefined : unmeasured;
    throw error;
  }
}

const unmeasured: Picture = {};

const measures: Readonly<Record<string, (bytes: Buffer) => Picture | undefined>> = {
  "image/png": measurePng,
  "image/jpeg": measureJpeg,
  "image/gif": measureGif,
  "image/webp": measureWebp,
  "image/bmp": (bytes) => sizeOf(bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22))),
  "image/heic": measureHeif,
  "image/heif": measureHeif,
  "image/avif": measureHeif,
};

function sizeOf(width: number, height: number): Picture {
  return width > 0 && height > 0 ? { width, height } : unmeasured;
}

/** Chunks of a PNG and segments of a JPEG before the picture itself: there are rarely more than a hundred. */
const mostParts = 2_000;

/** https://www.w3.org/TR/png-3/: the animation chunk comes before the image data. */
function measurePng(bytes: Buffer): Picture | undefined {
  const size = sizeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  let parts = 0;
  for (let at = 8; at + 8 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    parts += 1;
    if (parts > mostParts) return undefined;
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (name === "acTL") return undefined;
    if (name === "IDAT") break;
  }
  return size;
}

/** Reads segments up to the start of the frame: https://www.w3.org/Graphics/JPEG/itu-t81.pdf */
function measureJpeg(bytes: Buffer): Picture {
  let at = 2;
  for (let parts = 0; parts < mostParts && bytes.readUInt8(at) === 0xff; parts += 1) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sizeOf(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += marker === 0xff ? 1 : bytes.readUInt16BE(at + 2) + 2;
  }
  return unmeasured;
}

const gifImage = 0x2c;
const gifExtension = 0x21;

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt: one picture, unless a second one follows. */
function measureGif(bytes: Buffer): Picture | undefined {
  const size = sizeOf(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
  let images = 0;
  let at = 13 + colourTable(bytes.readUInt8(10));
  for (;;) {
    const block = bytes.readUInt8(at);
    if (block === gifImage) {
      images += 1;
      if (images > 1) return undefined;
      at = afterSubBlocks(bytes, at + 11 + colourTable(bytes.readUInt8(at + 9)));
    } else if (block === gifExtension) at = afterSubBlocks(bytes, at + 2);
    else return size;
  }
}

function colourTable(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function afterSubBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += length + 1;
  return at + 1;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function measureWebp(bytes: Buffer): Picture | undefined {
  const isAnimated = (bytes.readUInt8(20) & 2) !== 0;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return isAnimated
        ? undefined
        : sizeOf(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    case "VP8 ":
      return sizeOf(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case "VP8L": {
      const packed = bytes.readUInt32LE(21);
      return sizeOf((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
    }
    default:
      return undefined;
  }
}

/** Brands of sequences: https://nokiatech.github.io/heif/technical.html */
const sequences: ReadonlySet<string> = new Set(["msf1", "hevc", "hevx", "avis"]);

/** The first box names a dozen brands of four bytes each. */
const longestBrands = 4_096;

function measureHeif(bytes: Buffer): Picture | undefined {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length);
  if (end > longestBrands) return undefined;
  for (let at = 8; at + 4 <= end; at += 4)
    if (sequences.has(bytes.toString("latin1", at, at + 4))) return undefined;
  return unmeasured;
}
