import type { RerankCall, Reranked } from "../model-call/rerank-call.ts";
import type { Provider } from "../providers/provider.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import type { Candidate } from "./candidate.ts";
import { bestFirst, checkRanking } from "./check-ranking.ts";
import { Leaving } from "./leaving.ts";
import type { Trial } from "./trial.ts";
import type { Walk, Walked } from "./walk.ts";

export interface RerankAttempt extends Walk {
  /** The call for this candidate: its upstream name of the model, and the credential where `byok`. */
  readonly call: (candidate: Candidate) => RerankCall;
}

export type RerankServed = Walked<Reranked>;

/** Asks one candidate. Scores of two models cannot be compared, so a ranking is never put together from two answers. */
export async function rerankOnce(
  request: RerankAttempt & { readonly awaitUsageMs: number },
  trial: Trial,
  rerank: NonNullable<Provider["rerank"]>,
): Promise<Reranked> {
  const { candidate } = trial;
  const call = request.call(candidate);
  const leaving = new Leaving(request.signal, request);
  const { results, usage } = await rerank(call, leaving.signal).finally(() => leaving.end());
  const { topN } = call;
  const fault = checkRanking(results, { documents: call.documents.length, topN });
  if (fault !== null) {
    const { provider } = candidate.endpoint;
    throw new UpstreamError(provider, "malformed", `${provider} cannot be used: ${fault}.`, {
      status: 200,
      reranked: usage,
    });
  }
  const latencyMs = trial.elapsedMs();
  const tokensPerSecond = (usage.inputTokens ?? 0) / Math.max(latencyMs / 1000, 0.001);
  trial.succeed(tokensPerSecond > 0 ? { latencyMs, tokensPerSecond } : { latencyMs });
  return { results: bestFirst(results, topN), usage };
}
