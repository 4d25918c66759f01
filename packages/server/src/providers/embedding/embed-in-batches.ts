import type { Fields } from "../../json/json-shape.ts";
import type { EmbedCall, Embedded, EmbedInput } from "../../model-call/embed-call.ts";
import { type EmbedWork, UpstreamError, workOf } from "../../upstream/upstream-error.ts";
import type { VectorPlaces } from "../../vectors/scan.ts";
import { type JsonEndpoint, postJson } from "../wire/json-request.ts";
import { checkVectors, inputTokens, type ReadVectors, readVectors } from "./read-vectors.ts";

/** How a dialect of JSON asks for vectors; made once for each provider. */
export interface VectorDialect {
  /** More inputs in one request are refused; absent where as many are taken as our own interface takes. */
  readonly batchSize?: number | undefined;
  readonly places: VectorPlaces;
  request(call: EmbedCall, inputs: readonly EmbedInput[]): { path: string; body: object };
  /** What a reply counted. */
  tokensOf(rest: Fields): number | undefined;
}

/** Posts a call, in as many requests as its inputs need, and reads its vectors. */
export async function embedByJson(
  endpoint: JsonEndpoint,
  dialect: VectorDialect,
  call: EmbedCall,
  signal: AbortSignal,
): Promise<Embedded> {
  const { batchSize } = dialect;
  if (batchSize === undefined || call.inputs.length <= batchSize)
    return checked(call, await embedOnce(endpoint, dialect, call, call.inputs, signal));
  return await embedInBatches(call, batchSize, signal, (inputs, either) =>
    embedOnce(endpoint, dialect, call, inputs, either),
  );
}

async function embedOnce(
  endpoint: JsonEndpoint,
  { places, request, tokensOf }: VectorDialect,
  call: EmbedCall,
  inputs: readonly EmbedInput[],
  signal: AbortSignal,
): Promise<ReadVectors> {
  const { path, body } = request(call, inputs);
  const reply = await postJson(endpoint, path, body, call, { signal, whole: true });
  return await readVectors(call, reply, places, tokensOf);
}

function checked(call: EmbedCall, { vectors, inputTokens }: ReadVectors): Embedded {
  checkVectors(call, vectors, inputTokens);
  return { vectors, inputTokens };
}

type Embed = (inputs: readonly EmbedInput[], signal: AbortSignal) => Promise<ReadVectors>;

/** One answer of the many that an upstream gives which takes only so many inputs at once. */
export async function embedInBatches(
  call: EmbedCall,
  size: number,
  signal: AbortSignal,
  embed: Embed,
): Promise<Embedded> {
  const works: EmbedWork[] = [];
  try {
    const batches = await inBatches(call.inputs, size, signal, noting(call, works, embed));
    const vectors = batches.flatMap((batch) => batch.vectors);
    const counted = inputTokens(batches.map((batch) => batch.inputTokens));
    return checked(call, { vectors, inputTokens: counted });
  } catch (error) {
    // The other batches are billed, although one has failed.
    if (error instanceof UpstreamError) error.work = sum(works);
    throw error;
  }
}

function noting(call: EmbedCall, works: EmbedWork[], embed: Embed): Embed {
  return async (inputs, signal) => {
    if (call.left?.aborted === true)
      throw new UpstreamError("connection", "The request was abandoned.");

    try {
      const batch = await embed(inputs, signal);
      works.push(workOf(inputs, batch.inputTokens));
      return batch;
    } catch (error) {
      const work = error instanceof UpstreamError ? error.workOn(inputs) : undefined;
      if (work !== undefined) works.push(work);
      throw error;
    }
  };
}

function sum(works: readonly EmbedWork[]): EmbedWork | undefined {
  if (works.length === 0) return undefined;
  return {
    inputTokens: inputTokens(works.map((work) => work.inputTokens)) ?? 0,
    uncounted: works.flatMap((work) => work.uncounted),
  };
}

/** Requests of one call at a time: quick, without a burst that would trip a rate limit. */
const concurrency = 4;

/**
 * Does the work for each batch of at most `size` items, for upstreams that take no more at once.
 * Results come in the order of the items. The first failure ends all other work.
 */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  signal: AbortSignal,
  work: (batch: readonly Item[], signal: AbortSignal) => Promise<Result>,
): Promise<readonly Result[]> {
  if (items.length <= size) return [await work(items, signal)];

  const batches: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += size) batches.push(items.slice(at, at + size));

  const results = new Array<Result>(batches.length);
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const queue = batches.entries();
  const workers = Array.from({ length: Math.min(concurrency, batches.length) }, async () => {
    for (const [index, batch] of queue) results[index] = await work(batch, either);
  });
  try {
    await Promise.all(workers);
  } catch (error) {
    failed.abort();
    await Promise.allSettled(workers);
    throw error;
  }
  return results;
}
