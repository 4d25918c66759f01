import type { CallOptions } from "./call.ts";
import type { EmbeddingsReply, EmbeddingsRequest } from "./contract.ts";
import { isApiError } from "./errors.ts";

/** The argument of `embeddings.create`: the contract's request without `encoding_format`, which the client sets. */
export type EmbedRequest = Omit<EmbeddingsRequest, "encoding_format">;

/** The contract's reply with every vector as numbers. */
export type EmbedReply = Omit<EmbeddingsReply, "data"> & { data: EmbeddedItem[] };

export interface EmbeddedItem {
  object: "embedding";
  index: number;
  embedding: Float32Array;
}

export interface EmbedManyRequest extends Omit<EmbedRequest, "input"> {
  /** Any number of inputs. */
  input: Extract<EmbeddingsRequest["input"], readonly unknown[]>;
}

export interface EmbedManyOptions {
  /** Inputs per request. Default 256; the service accepts up to 2,048. */
  readonly batchSize?: number;
  /** Requests at the same time. Default 4. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  /** Called after each batch. */
  readonly onProgress?: (progress: { done: number; total: number }) => void;
}

export interface EmbedManyReply {
  model: string;
  /** In the order of the inputs. */
  embeddings: Float32Array[];
  usage: {
    prompt_tokens: number;
    total_tokens: number;
    /** In US dollars, of all requests together; absent where the service does not say it. */
    cost?: number;
  };
}

/** Converts a vector from the service, base64 of little-endian float32 or plain numbers, to float32 values. */
export function toVector(embedding: string | readonly number[]): Float32Array {
  if (typeof embedding !== "string") return Float32Array.from(embedding);
  const binary = atob(embedding);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) =>
    view.getFloat32(index * 4, true),
  );
}

function toEmbedReply(reply: EmbeddingsReply): EmbedReply {
  return {
    ...reply,
    data: reply.data.map((item, index) => ({
      object: "embedding",
      index: item.index ?? index,
      embedding: toVector(item.embedding),
    })),
  };
}

type Embed = (request: EmbedRequest, options?: CallOptions) => Promise<EmbedReply>;
type Post = (request: EmbeddingsRequest, options: CallOptions) => Promise<EmbeddingsReply>;

/**
 * Asks for base64, which is a quarter of the bytes. The specified interface only has `float`: if a service refuses
 * base64, all further requests ask for numbers.
 */
export function createEmbed(post: Post): Embed {
  let encoding: "base64" | "float" = "base64";
  return async (request, options = {}) => {
    const used = encoding;
    try {
      return toEmbedReply(await post({ ...request, encoding_format: used }, options));
    } catch (error) {
      if (used === "float" || !refusesEncoding(error)) throw error;
      encoding = "float";
      return toEmbedReply(await post({ ...request, encoding_format: "float" }, options));
    }
  };
}

function refusesEncoding(error: unknown): boolean {
  return isApiError(error, 400) && /encoding_format/.test(error.message);
}

/** Splits, sends a few batches at a time, and puts the vectors back in order. The first failure stops the rest. */
export async function embedMany(
  embed: Embed,
  { input, ...request }: EmbedManyRequest,
  options: EmbedManyOptions,
): Promise<EmbedManyReply> {
  const batches = toBatches(input, options.batchSize ?? 256);
  const reply: EmbedManyReply = {
    model: request.model,
    embeddings: new Array(input.length),
    usage: { prompt_tokens: 0, total_tokens: 0 },
  };
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let batch = batches[next]; batch; batch = batches[next]) {
      next += 1;
      const part = await embed({ ...request, input: batch.input }, { signal });
      for (const [index, item] of part.data.entries())
        reply.embeddings[batch.offset + index] = item.embedding;
      reply.model = part.model ?? reply.model;
      reply.usage.prompt_tokens += part.usage?.prompt_tokens ?? 0;
      reply.usage.total_tokens += part.usage?.total_tokens ?? 0;
      if (part.usage?.cost !== undefined)
        reply.usage.cost = addUsd(reply.usage.cost ?? 0, part.usage.cost);
      done += part.data.length;
      options.onProgress?.({ done, total: input.length });
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.max(1, options.concurrency ?? 4) }, worker));
  } finally {
    stop.abort();
  }
  return reply;
}

const nanousdPerUsd = 1e9;

/** Costs are whole nanodollars, and sums of them as well: a sum of floats drifts away from that. */
function addUsd(one: number, other: number): number {
  return Math.round((one + other) * nanousdPerUsd) / nanousdPerUsd;
}

type Inputs = EmbedManyRequest["input"];

function toBatches(input: Inputs, size: number): { offset: number; input: Inputs }[] {
  if (size < 1) throw new RangeError("batchSize must be at least 1.");
  return Array.from({ length: Math.ceil(input.length / size) }, (_, index) => ({
    offset: index * size,
    // A slice of an array of one kind has the same kind, but the union type does not express that.
    input: input.slice(index * size, (index + 1) * size) as Inputs,
  }));
}
