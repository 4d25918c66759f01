import { inBatches } from "./in-batches.ts";
import type { EmbedCall, Embedded, EmbedInput, Vector } from "./provider.ts";
import { checkVectors, inputTokens } from "./read-vectors.ts";

export interface EmbeddedBatch {
  readonly vectors: readonly Vector[];
  readonly inputTokens: number | undefined;
}

/** One answer of the many that an upstream gives which takes only so many inputs at once. */
export async function embedInBatches(
  provider: string,
  call: EmbedCall,
  size: number,
  signal: AbortSignal,
  embed: (inputs: readonly EmbedInput[], signal: AbortSignal) => Promise<EmbeddedBatch>,
): Promise<Embedded> {
  const batches = await inBatches(call.inputs, size, signal, embed);
  const vectors = batches.flatMap((batch) => batch.vectors);
  const counts = batches.map((batch) => batch.inputTokens);
  return { vectors: checkVectors(provider, call, vectors), ...inputTokens(counts) };
}
