import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { fnv1a } from "./fnv1a.ts";

/** The most dimensions of a vector, and those that it has where fewer are not asked for. */
export const simulatedDimensions = 384;

export type EmbeddingInput =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "multimodal"; readonly content: readonly EmbeddingPart[] };

export type EmbeddingPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly url: string };

/** What is longer says no more of what an input is about; normalized, one character may become eighteen. */
const longestText = 32 * 1024;

/**
 * Feature hashing: words, pairs of words and pieces of words each add to one of the dimensions, so
 * texts that share words or parts of them lie close together. Deterministic everywhere: integer
 * hashes, and one rounding to float32 at the end.
 */
export function embeddingOf(
  input: EmbeddingInput,
  wanted: number = simulatedDimensions,
): Float32Array {
  const dimensions = Math.min(wanted, simulatedDimensions);
  const sums = new Float64Array(dimensions);
  const parts = input.type === "text" ? [input] : input.content;
  let left = longestText;
  for (const part of parts) {
    const own = new Float64Array(dimensions);
    if (part.type === "text") {
      addText(own, part.text.slice(0, left));
      left = Math.max(left - part.text.length, 1);
    } else addImage(own, part.url);

    const norm = normOf(own);
    for (let index = 0; index < dimensions && norm > 0; index += 1)
      sums[index] = (sums[index] ?? 0) + (own[index] ?? 0) / norm;
  }
  return toUnitLength(sums);
}

function addText(sums: Float64Array, given: string): void {
  const text = given.slice(0, longestText).normalize("NFKC").toLowerCase().slice(0, longestText);
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  let before = "";
  for (const word of words) {
    add(sums, `w ${word}`, frequent.has(word) ? 0.2 : 1);
    if (before !== "") add(sums, `b ${before} ${word}`, 0.3);

    addPieces(sums, word);
    before = word;
  }
  if (words.length === 0)
    // Nothing but punctuation or white space still needs a direction of its own.
    add(sums, `t ${text}`, 1);
}

/** Pieces of three and four characters make `walk`, `walks` and `walking` neighbours. */
function addPieces(sums: Float64Array, word: string): void {
  if (frequent.has(word)) return;

  const padded = `^${word}$`;
  for (const size of [3, 4]) {
    const pieces = padded.length - size + 1;
    for (let start = 0; start < pieces; start += 1)
      add(sums, `p ${padded.slice(start, start + size)}`, 0.6 / Math.sqrt(pieces));
  }
}

/** Words that say little of what a text is about. */
const frequent = new Set(
  "a an and are as at be by for from in is it of on or that the this to was were with".split(" "),
);

/** All of a small image, and of a large one stretches from its beginning to its end. */
const hashedStretch = 16 * 1024;
const mostStretches = 64;

/** An image is its bytes, those of its data URL or of its address: equal images are equal vectors. */
function addImage(sums: Float64Array, url: string): void {
  const digest = sha256.create().update(utf8ToBytes(String(url.length)));
  const stretches = Math.min(Math.ceil(url.length / hashedStretch), mostStretches);
  for (let index = 0; index < stretches; index += 1) {
    const start = Math.floor((index * url.length) / stretches);
    digest.update(utf8ToBytes(url.slice(start, start + hashedStretch)));
  }
  add(sums, `i ${bytesToHex(digest.digest())}`, 1);
  const payload = url.startsWith("data:") ? url.slice(url.indexOf(",") + 1) : url;
  const step = Math.max(1, Math.floor(payload.length / 512));
  for (let start = 0; start + 4 <= payload.length; start += step)
    add(sums, `q ${payload.slice(start, start + 4)}`, 0.1);
}

function add(sums: Float64Array, feature: string, weight: number): void {
  const hash = fnv1a(feature);
  const index = hash % sums.length;
  // Another bit of the hash gives the sign, so that collisions cancel out on average.
  sums[index] = (sums[index] ?? 0) + (hash & 0x8000_0000 ? -weight : weight);
}

function normOf(values: Float64Array): number {
  let squares = 0;
  for (const value of values) squares += value * value;

  return Math.sqrt(squares);
}

function toUnitLength(values: Float64Array): Float32Array {
  const norm = normOf(values);
  const unit = new Float32Array(values.length);
  if (norm === 0) {
    unit[0] = 1;
    return unit;
  }
  for (let index = 0; index < values.length; index += 1) unit[index] = (values[index] ?? 0) / norm;

  return unit;
}
