import { type CallOptions, pending } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { EmbeddingsReply, EmbeddingsRequest, Query, Schema } from "./contract.ts";
import { isApiError } from "./errors.ts";
import { PendingCall, type Received } from "./pending-call.ts";
import { listOf, type PendingList } from "./pending-list.ts";

/**
 * Vectors of texts and images: `portico.embeddings`.
 *
 * @example
 * const embed = async (embeddings: Embeddings, input: string[]) =>
 *   (await embeddings.create({ model: "sandbox/embed", input })).data.map(({ embedding }) => embedding);
 * console.log((await embed(portico.embeddings, ["a door", "a window"])).length);
 */
export interface Embeddings {
  /** One vector for each input, in their order. */
  create(request: EmbedRequest, call?: CallOptions): PendingCall<EmbedReply>;
  /** Any number of inputs, in batches, a few at a time; the order is kept. */
  createMany(request: EmbedManyRequest, options?: EmbedManyOptions): Promise<EmbedManyReply>;
  /** The models that make vectors. */
  models(
    query?: Query<"/embeddings/models">,
    call?: CallOptions,
  ): PendingList<Schema<"EmbeddingModelList">>;
}

/**
 * `portico.embeddings` alone.
 *
 * @example
 * const { data } = await createEmbeddings(connect()).create({ model: "sandbox/embed", input: "a door" });
 */
export function createEmbeddings({ raw: { GET, POST }, init }: Connection): Embeddings {
  const embed = createEmbed((body, call) => pending(POST("/embeddings", { body, ...init(call) })));
  return {
    create: embed,
    createMany: (request, many = {}) => embedMany(embed, request, many),
    models: (query = {}, call) =>
      listOf(query, (query) => GET("/embeddings/models", { params: { query }, ...init(call) })),
  };
}

/**
 * The argument of `embeddings.create`: the contract's request without `encoding_format`, which the client sets.
 *
 * @example
 * const request: EmbedRequest = { model: "sandbox/embed", input: ["a door", "a window"] };
 * const { data } = await portico.embeddings.create(request);
 */
export interface EmbedRequest extends Omit<EmbeddingsRequest, "encoding_format"> {}

/**
 * The contract's reply with every vector as numbers.
 *
 * @example
 * const reply: EmbedReply = await portico.embeddings.create({ model: "sandbox/embed", input: "one text" });
 * console.log(reply.data[0]?.embedding.length, reply.usage?.total_tokens);
 */
export interface EmbedReply extends Omit<EmbeddingsReply, "data"> {
  /** A vector for each input. */
  data: EmbeddedItem[];
}

/**
 * One vector of a reply.
 *
 * @example
 * const stored = ({ embedding }: EmbeddedItem) => JSON.stringify(Array.from(embedding));
 */
export interface EmbeddedItem {
  /** The same word always. */
  object: "embedding";
  /** Which of the inputs it is of, from 0 on. */
  index: number;
  /** `JSON.stringify` writes it as an object: store `Array.from(embedding)`. */
  embedding: Float32Array;
}

/**
 * The argument of `embeddings.createMany`.
 *
 * @example
 * const input = Array.from({ length: 5000 }, (_, index) => `text ${index}`);
 * const request: EmbedManyRequest = { model: "sandbox/embed", input };
 * const { embeddings } = await portico.embeddings.createMany(request);
 */
export interface EmbedManyRequest extends Omit<EmbedRequest, "input"> {
  /** Any number of inputs. */
  input: Extract<EmbeddingsRequest["input"], readonly unknown[]>;
}

/**
 * How `embeddings.createMany` sends its batches, and what each of its calls does differently.
 *
 * @example
 * const options: EmbedManyOptions = {
 *   concurrency: 2,
 *   onProgress: ({ done, total }) => console.log(done, "of", total),
 * };
 * const { usage } = await portico.embeddings.createMany({ model: "sandbox/embed", input: ["a", "b"] }, options);
 */
export interface EmbedManyOptions extends CallOptions {
  /** Inputs per request. Default 256; the service accepts up to 2,048. */
  readonly batchSize?: number;
  /** Requests at the same time. Default 4. */
  readonly concurrency?: number;
  /** Called after each batch. */
  readonly onProgress?: (progress: { done: number; total: number }) => void;
}

/**
 * The vectors of `embeddings.createMany`.
 *
 * @example
 * const reply: EmbedManyReply = await portico.embeddings.createMany({ model: "sandbox/embed", input: ["a", "b"] });
 * console.log(reply.embeddings.length, reply.usage.total_tokens);
 */
export interface EmbedManyReply {
  /** The model that answered. */
  model: string;
  /** In the order of the inputs. */
  embeddings: Float32Array[];
  /** Of all requests together. */
  usage: {
    prompt_tokens: number;
    total_tokens: number;
    /** In US dollars, of all requests together; absent where the service does not say it. */
    cost?: number;
  };
}

/**
 * Converts a vector from the service, base64 of little-endian float32 or plain numbers, to float32 values.
 *
 * @example
 * console.log(toVector([0.5, -0.25]));
 */
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

type Embed = (request: EmbedRequest, call?: CallOptions) => PendingCall<EmbedReply>;
type Post = (request: EmbeddingsRequest, call: CallOptions) => PendingCall<EmbeddingsReply>;

/**
 * Asks for base64, which is a quarter of the bytes. The specified interface only has `float`: if a service refuses
 * base64, all further requests ask for numbers.
 */
export function createEmbed(post: Post): Embed {
  let encoding: "base64" | "float" = "base64";
  const ask = async (
    request: EmbeddingsRequest,
    call: CallOptions,
  ): Promise<Received<EmbedReply>> => {
    const { data, response } = await post(request, call).withResponse();
    return { data: toEmbedReply(data), response };
  };
  const askTwice = async (request: EmbedRequest, call: CallOptions) => {
    const used = encoding;
    try {
      return await ask({ ...request, encoding_format: used }, call);
    } catch (error) {
      if (used === "float" || !refusesEncoding(error)) throw error;
      encoding = "float";
      return ask({ ...request, encoding_format: "float" }, call);
    }
  };
  return (request, call = {}) => new PendingCall(askTwice(request, call));
}

function refusesEncoding(error: unknown): boolean {
  return isApiError(error, 400) && /encoding_format/.test(error.message);
}

/** Splits, sends a few batches at a time, and puts the vectors back in order. The first failure stops the rest. */
export async function embedMany(
  embed: Embed,
  { input, ...request }: EmbedManyRequest,
  { batchSize = 256, concurrency = 4, onProgress, ...call }: EmbedManyOptions,
): Promise<EmbedManyReply> {
  const batches = toBatches(input, batchSize);
  const reply: EmbedManyReply = {
    model: request.model,
    embeddings: new Array(input.length),
    usage: { prompt_tokens: 0, total_tokens: 0 },
  };
  const stop = new AbortController();
  const signal = call.signal ? AbortSignal.any([call.signal, stop.signal]) : stop.signal;
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let batch = batches[next]; batch; batch = batches[next]) {
      next += 1;
      const part = await embed({ ...request, input: batch.input }, { ...call, signal });
      for (const { index, embedding } of part.data)
        reply.embeddings[batch.offset + index] = embedding;
      reply.model = part.model ?? reply.model;
      reply.usage.prompt_tokens += part.usage?.prompt_tokens ?? 0;
      reply.usage.total_tokens += part.usage?.total_tokens ?? 0;
      if (part.usage?.cost !== undefined)
        reply.usage.cost = addUsd(reply.usage.cost ?? 0, part.usage.cost);
      done += part.data.length;
      onProgress?.({ done, total: input.length });
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
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
