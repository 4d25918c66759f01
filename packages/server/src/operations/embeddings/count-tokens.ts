import { GatewayError } from "../../errors.ts";
import { inTurns, TimeSlice } from "../../in-turns.ts";
import type { EmbedInput } from "../../model-call/embed-call.ts";
import type { Model } from "../../routing/catalog.ts";
import { countTokens, type TokenBound } from "../generate/bound-input-tokens.ts";
import { textBytes, tokensOfPicture } from "../paid-call/token-bounds.ts";

/** Tokens that models add around each input: marks of its begin and end, an instruction's separator. */
const marks = 8;
/** The assumed count of an image where the upstream does not say it: not a bound. */
const tokensOfImage = 4096;
/** Exact counting takes time per kilobyte; past this length the bytes are used. */
const worthCountingBytes = 64 * 1024;
/** Of one request: counting a large batch would take many seconds before its admission. */
const worthCountingInAll = 1024 * 1024;

/** Byte-pair encoders never make more tokens than there are bytes, and never fewer than this part of them. */
const bytesPerToken = 4;

function bytesOf(input: EmbedInput): number {
  if (input.type === "text") return textBytes(input.text);
  return textsOf(input).reduce((sum, text) => sum + textBytes(text), 0);
}

/** Of all inputs, in turns: a long text of ligatures takes ten milliseconds. */
function* addBytes(inputs: readonly EmbedInput[]): Generator<undefined, number, undefined> {
  const slice = new TimeSlice();
  let bytes = 0;
  for (const input of inputs) {
    bytes += bytesOf(input);
    if (!slice.isOver) continue;
    yield;
    slice.begin();
  }
  return bytes;
}

function boundImages({ endpoints }: Model, inputs: readonly EmbedInput[]): number {
  const parts = inputs.flatMap((input) => (input.type === "text" ? [] : input.content));
  const images = parts.filter((part) => part.type === "image");
  const tokens = endpoints.map((endpoint) =>
    images.reduce((sum, image) => sum + tokensOfPicture(image, endpoint), 0),
  );
  return Math.max(...tokens);
}

/** An upstream's count where it did not send one: by its tokenizer, where that is known and worth its time. */
export async function estimateTokens(
  inputs: readonly EmbedInput[],
  images: number,
  tokenizer: TokenBound,
): Promise<number> {
  const bytes = await inTurns(addBytes(inputs));
  const guess = Math.max(1, Math.ceil(bytes / bytesPerToken)) + images * tokensOfImage;
  if (tokenizer === "bytes" || images > 0 || bytes > worthCountingBytes) return guess;
  const turn = new TimeSlice();
  let tokens = 0;
  for (const input of inputs) tokens += await countAll(input, tokenizer, turn);
  return tokens;
}

/**
 * Refuses the first input that is surely too long for the model, where the model refuses such inputs. Text of
 * fewer bytes than the limit has tokens surely fits and is not looked at; where nothing is sure, the upstream decides.
 */
export function refuseTooLong(
  model: Model,
  inputs: readonly EmbedInput[],
): Promise<void> | undefined {
  if (model.tooLong !== "reject") return undefined;
  // Nearly always all inputs fit, which is known without waiting.
  if (inputs.every((input) => bytesOf(input) <= model.contextLength)) return undefined;
  return countAndRefuse(model, inputs);
}

async function countAndRefuse(model: Model, inputs: readonly EmbedInput[]): Promise<void> {
  let counted = 0;
  const turn = new TimeSlice();
  for (const [index, input] of inputs.entries()) {
    if (turn.isOver) await turn.pass();
    const bytes = bytesOf(input);
    if (bytes <= model.contextLength) continue;
    counted += bytes;
    const tokenizer = counted > worthCountingInAll ? "bytes" : tokenizerOf(model);
    const exact = await countExactly(input, bytes, tokenizer, turn);
    const tokens = exact ?? (await fewestTokens(input, model.contextLength, turn));
    if (tokens <= model.contextLength) continue;
    throw new GatewayError("badRequest", {
      message: `input[${index}] has at least ${tokens} tokens, and ${model.id} takes at most ${model.contextLength}.`,
      metadata: { field: `input[${index}]`, tokens, maximum: model.contextLength },
    });
  }
}

/** This much of a text is counted between two looks at the clock. */
const stretch = 64 * 1024;

/** No tokenizer in use joins two words into one token. Not many more are counted than are too many. */
async function fewestTokens(input: EmbedInput, tooMany: number, turn: TimeSlice): Promise<number> {
  let words = 0;
  for (const text of textsOf(input))
    for (let start = 0; start < text.length && words <= tooMany; start += stretch) {
      if (turn.isOver) await turn.pass();
      words += countWords(text.slice(start, start + stretch));
      // A word that is cut by two stretches is counted with both.
      if (start > 0) words -= 1;
    }
  return words;
}

function countWords(text: string): number {
  let words = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index += 1) {
    const isSpace = text.charCodeAt(index) <= 0x20;
    if (!(isSpace || isInside)) words += 1;
    isInside = !isSpace;
  }
  return words;
}

/** Only where all endpoints agree on one. */
function tokenizerOf({ endpoints }: Model): TokenBound {
  const [first, ...others] = endpoints;
  return others.every(({ tokenBound }) => tokenBound === first?.tokenBound)
    ? (first?.tokenBound ?? "bytes")
    : "bytes";
}

/** Exact counting takes time per kilobyte, so it is done only where it is worth it. */
async function countExactly(
  input: EmbedInput,
  bytes: number,
  tokenizer: TokenBound,
  turn: TimeSlice,
): Promise<number | null> {
  if (tokenizer === "bytes" || bytes > worthCountingBytes) return null;
  return countAll(input, tokenizer, turn);
}

/** No upstream counts more tokens than this: counted where the model's tokenizer is known, else by bytes. */
export function boundTokens(
  model: Model,
  inputs: readonly EmbedInput[],
  images: number,
): Promise<number> | number {
  const tokenizer = tokenizerOf(model);
  const ofImages = images === 0 ? 0 : boundImages(model, inputs);
  const bound = (bytes: number) => {
    // A token is at least one byte.
    const most = bytes + inputs.length * marks + ofImages;
    const isBound = tokenizer === "bytes" || images > 0 || most > worthCountingBytes;
    return isBound ? most : countBound(inputs, tokenizer);
  };
  const bytes = inTurns(addBytes(inputs));
  return bytes instanceof Promise ? bytes.then(bound) : bound(bytes);
}

async function countBound(inputs: readonly EmbedInput[], tokenizer: TokenBound): Promise<number> {
  let tokens = 0;
  const turn = new TimeSlice();
  for (const input of inputs) tokens += (await countAll(input, tokenizer, turn)) + marks;
  return tokens;
}

async function countAll(
  input: EmbedInput,
  tokenizer: TokenBound,
  turn: TimeSlice,
): Promise<number> {
  let tokens = 0;
  for (const text of textsOf(input)) tokens += await countTokens(text, tokenizer, turn);
  return tokens;
}

function textsOf(input: EmbedInput): readonly string[] {
  if (input.type === "text") return [input.text];
  return input.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
}
