import type { EmbedInput } from "../../model-call/embed-call.ts";
import type { EmbedServed } from "../../routing/attempt.ts";
import type { UnansweredAttempt } from "../../routing/attempt-failed.ts";
import type { Candidate } from "../../routing/catalog.ts";
import type { Billed } from "../paid-call/charge.ts";
import { estimateTokens } from "./count-tokens.ts";
import { countImages, type EmbeddingsRequest } from "./read-embeddings.ts";

/** The bill of the attempt that served. */
export function billServed(
  { inputs, images }: EmbeddingsRequest,
  { candidate, attempts, result }: EmbedServed,
): Billed | Promise<Billed> {
  const { tokenBound } = candidate.endpoint;
  const most = mostTokens(inputs, candidate);
  const bill = (tokens: number): Billed => ({
    candidate,
    place: attempts.length - 1,
    usage: { inputTokens: Math.min(tokens, most), outputTokens: 0, images },
    isEstimated: result.inputTokens === undefined,
  });
  return result.inputTokens === undefined
    ? estimateTokens(inputs, images, tokenBound).then(bill)
    : bill(result.inputTokens);
}

/** The bills of the attempts without vectors: for the input that upstreams took and did not refuse. */
export async function billLost(
  request: EmbeddingsRequest,
  lost: readonly UnansweredAttempt[],
): Promise<readonly Billed[]> {
  const billed: Billed[] = [];
  for (const { candidate, place, error } of lost) {
    const work = error.workOn(request.inputs);
    if (work === undefined) continue;
    const worked = work.inputTokens + (await estimateWork(candidate, work.uncounted));
    const inputTokens = Math.min(worked, mostTokens(request.inputs, candidate));
    const usage = { inputTokens, outputTokens: 0, images: request.images };
    billed.push({ candidate, place, usage, isEstimated: work.uncounted.length > 0 });
  }
  return billed;
}

/** No upstream reads more of an input than the model's context: a larger count is a mistake, and would spoil all sums. */
function mostTokens(inputs: readonly EmbedInput[], { endpoint }: Candidate): number {
  return inputs.length * endpoint.contextLength;
}

async function estimateWork(
  { endpoint }: Candidate,
  inputs: readonly EmbedInput[],
): Promise<number> {
  return inputs.length === 0
    ? 0
    : await estimateTokens(inputs, countImages(inputs), endpoint.tokenBound);
}
