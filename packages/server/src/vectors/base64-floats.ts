import { MalformedJson, mostValues } from "./vector.ts";

/** One for all vectors, each of which is decoded and looked at without a pause: one of its own each was half of all garbage. */
const floats = new Float32Array(mostValues);
const bytes = Buffer.from(floats.buffer);
const mostCharacters = Math.ceil(bytes.length / 3) * 4;

/**
 * The number of float32 values in base64 characters. Refuses text that is not base64 of whole values,
 * and values that are not finite.
 */
export function base64Dimensions(pieces: readonly Uint8Array[]): number {
  const length = decode(pieces);
  if (length % 4 !== 0 || !areFinite(floats.subarray(0, length / 4)))
    throw new MalformedJson("a vector that is not base64 of float32 values");

  return length / 4;
}

/** The signed bytes in base64 characters, as numbers. */
export function base64Int8(pieces: readonly Uint8Array[]): Float32Array {
  const length = decode(pieces);
  if (length > mostValues) throw new MalformedJson("a vector that is too long");

  return Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, length));
}

export function base64Of(values: Float32Array): Uint8Array {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return Buffer.from(bytes.toString("base64"), "latin1");
}

/**
 * Decodes into `bytes`, and gives their number. Encoding again, to see that it was base64, is native too, and many times
 * faster than looking at each character.
 */
function decode(pieces: readonly Uint8Array[]): number {
  const text = textOf(pieces);
  if (text.length > mostCharacters) throw new MalformedJson("a vector that is too long");

  const length = bytes.write(text, "base64");
  if (length === 0 || bytes.toString("base64", 0, length) !== text)
    throw new MalformedJson("a vector that is not base64");

  return length;
}

/** The characters of pieces of pure ASCII. */
function textOf(pieces: readonly Uint8Array[]): string {
  return pieces.map((piece) => view(piece).toString("latin1")).join("");
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const exponent = 0x7f80_0000;

/** An exponent of ones only is infinity or no number. */
export function areFinite(values: Float32Array): boolean {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  // An index is eight times faster here than an iterator.
  for (let at = 0; at < words.length; at += 1)
    if (((words[at] ?? 0) & exponent) === exponent) return false;

  return true;
}
