import { TimeSlice } from "../../in-turns.ts";
import type { Endpoint } from "../../routing/catalog.ts";
import { textBytes } from "../paid-call/token-bounds.ts";

export type TokenBound = Endpoint["tokenBound"];

type CountTokens = (text: string, options: { readonly disallowedSpecial: Set<string> }) => number;

/** To an upstream, text in the form of a special token is plain text. */
const asPlainText = { disallowedSpecial: new Set<string>() };

/** Loaded when first needed: each takes a tenth of a second and tens of megabytes. */
const tokenizers: Readonly<Record<Exclude<TokenBound, "bytes">, () => Promise<CountTokens>>> = {
  o200k_base: async () => (await import("gpt-tokenizer/encoding/o200k_base")).countTokens,
  cl100k_base: async () => (await import("gpt-tokenizer/encoding/cl100k_base")).countTokens,
};

/**
 * A tokenizer takes quadratic time on a run without breaks. Such a run is counted in pieces, with one more token for
 * each seam, because pieces may by chance need fewer tokens than the whole.
 */
const longRun = /\s{65,}|\S{65,}/g;
const pieceLength = 64;

/** Some texts take a millisecond per kilobyte: past this length, counting would delay other requests too long. */
const mostCounted = 256 * 1024;
/** This much is counted between two looks at the clock. */
const countedAtOnce = 2 * 1024;

/**
 * How many tokens a text has at most for an upstream that counts in this way. No tokenizer makes more tokens
 * of a text than it has bytes, and these must do where counting takes too long.
 */
export async function countTokens(
  text: string,
  bound: TokenBound,
  turn: TimeSlice = new TimeSlice(),
): Promise<number> {
  if (bound === "bytes" || text.length > mostCounted) return textBytes(text);
  const count = await tokenizers[bound]();
  let tokens = countBroken(count, text.slice(0, countedAtOnce));
  for (let at = countedAtOnce; at < text.length; at += countedAtOnce) {
    if (turn.isOver) await turn.pass();
    tokens += countBroken(count, text.slice(at, at + countedAtOnce)) + 1;
  }
  if (turn.isOver) await turn.pass();
  return tokens;
}

/** The same of several texts, none of which runs on into the next. */
export function countAllTokens(
  texts: readonly string[],
  bound: TokenBound,
): number | Promise<number> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return bound === "bytes" || length > mostCounted
    ? texts.reduce((sum, text) => sum + textBytes(text), 0)
    : countEach(texts, bound);
}

async function countEach(texts: readonly string[], bound: TokenBound): Promise<number> {
  const turn = new TimeSlice();
  let tokens = 0;
  for (const text of texts) tokens += await countTokens(text, bound, turn);
  return tokens;
}

function countBroken(count: CountTokens, text: string): number {
  let tokens = 0;
  let counted = 0;
  for (const { 0: run, index } of text.matchAll(longRun)) {
    tokens += count(text.slice(counted, index), asPlainText) + countPieces(count, run) + 1;
    counted = index + run.length;
  }
  return tokens + count(text.slice(counted), asPlainText);
}

/** English text has about so many bytes a token. */
const bytesPerToken = 4;

/** The best estimate of a text's tokens: not a bound. */
export async function estimateTokens(text: string, bound: TokenBound): Promise<number> {
  if (bound === "bytes" || text.length > mostCounted)
    return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
  return await countTokens(text, bound);
}

/** There are longer tokens than this, but not thousands of them in a row. */
const charactersOfLongToken = 8;

/** A lower estimate of a text's tokens, near enough for a bound with a margin. */
export async function fewestTokens(text: string, bound: TokenBound): Promise<number> {
  return text.length > mostCounted
    ? Math.floor(text.length / charactersOfLongToken)
    : await countTokens(text, bound === "bytes" ? "o200k_base" : bound);
}

function countPieces(count: CountTokens, run: string): number {
  let tokens = 0;
  for (let at = 0; at < run.length; at += pieceLength)
    tokens += count(run.slice(at, at + pieceLength), asPlainText) + 1;
  return tokens;
}
