import { GatewayError } from "../../errors.ts";
import type { EmbedInput } from "../../providers/provider.ts";
import type { Endpoint, Model } from "../../routing/catalog.ts";

type TokenBound = Endpoint["tokenBound"];

/** What models add around each input: marks of its begin and end, an instruction's separator. */
const marks = 8;
/** What an image may count as, where it is counted in tokens. */
const tokensPerImage = 4096;
/** Counting exactly takes a moment per kilobyte; past this the bytes must do. */
const worthCountingBytes = 64 * 1024;

/** Byte-pair encoders never make more tokens than there are bytes, and never fewer than this part of them. */
const bytesPerToken = 4;

function bytesOf(input: EmbedInput): number {
  if (input.type === "text") return Buffer.byteLength(input.text);
  return input.content.reduce(
    (sum, part) => sum + (part.type === "text" ? Buffer.byteLength(part.text) : 0),
    0,
  );
}

/** No upstream counts more than this for these inputs: a token is at least one byte. */
function boundByBytes(inputs: readonly EmbedInput[], images: number): number {
  return inputs.reduce((sum, input) => sum + bytesOf(input) + marks, images * tokensPerImage);
}

/** What an upstream would have counted, where it has not said. */
export function estimateTokens(inputs: readonly EmbedInput[], images: number): number {
  const bytes = inputs.reduce((sum, input) => sum + bytesOf(input), 0);
  return Math.max(1, Math.ceil(bytes / bytesPerToken)) + images * tokensPerImage;
}

/**
 * Refuses the first input that is surely too long for the model, where the model refuses such inputs. Text of
 * fewer bytes than the limit has tokens surely fits and is not looked at; where nothing is sure, the upstream decides.
 */
export async function refuseTooLong(model: Model, inputs: readonly EmbedInput[]): Promise<void> {
  if (model.tooLong !== "reject") return;
  for (const [index, input] of inputs.entries()) {
    const bytes = bytesOf(input);
    if (bytes <= model.contextLength) continue;
    const tokens = (await countExactly(input, bytes, tokenizerOf(model))) ?? fewestTokens(input);
    if (tokens <= model.contextLength) continue;
    throw new GatewayError("badRequest", {
      message: `input[${index}] has at least ${tokens} tokens, and ${model.id} takes at most ${model.contextLength}.`,
      metadata: { field: `input[${index}]`, tokens, maximum: model.contextLength },
    });
  }
}

/** No tokenizer in use joins two words into one token. */
function fewestTokens(input: EmbedInput): number {
  const texts =
    input.type === "text"
      ? [input.text]
      : input.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.reduce((sum, text) => sum + countWords(text), 0);
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

async function countExactly(
  input: EmbedInput,
  bytes: number,
  tokenizer: TokenBound,
): Promise<number | null> {
  if (input.type !== "text" || tokenizer === "bytes" || bytes > worthCountingBytes) return null;
  return (await loadTokenizer(tokenizer))(input.text);
}

/** No upstream counts more tokens than this: counted where the model's tokenizer is known, else by bytes. */
export async function boundTokens(
  model: Model,
  inputs: readonly EmbedInput[],
  images: number,
): Promise<number> {
  const tokenizer = tokenizerOf(model);
  const bound = boundByBytes(inputs, images);
  if (tokenizer === "bytes" || images > 0 || bound > worthCountingBytes) return bound;
  const count = await loadTokenizer(tokenizer);
  return inputs.reduce((sum, input) => sum + countAll(input, count) + marks, 0);
}

function countAll(input: EmbedInput, count: (text: string) => number): number {
  if (input.type === "text") return count(input.text);
  return input.content.reduce(
    (sum, part) => sum + (part.type === "text" ? count(part.text) : 0),
    0,
  );
}

/** Forty megabytes of tables each: loaded when a model that needs one is first used. */
const loaders = {
  o200k_base: () => import("gpt-tokenizer/encoding/o200k_base"),
  cl100k_base: () => import("gpt-tokenizer/encoding/cl100k_base"),
} as const;

async function loadTokenizer(name: keyof typeof loaders): Promise<(text: string) => number> {
  const { countTokens } = await loaders[name]();
  // Marks such as <|endoftext|> in a caller's text are text.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, options);
}
