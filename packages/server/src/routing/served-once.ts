import type { EmbedCall, Embedded } from "../model-call/embed-call.ts";
import type { RankedDocument, RerankCall, Reranked } from "../model-call/rerank-call.ts";
import type { Provider } from "../providers/provider.ts";
import { UpstreamError, type UpstreamErrorDetails, workOf } from "../upstream/upstream-error.ts";
import type { Candidate } from "./catalog.ts";
import { Leaving } from "./leaving.ts";
import type { EndpointAttempt } from "./trial.ts";
import type { Walk, WalkParts } from "./walk.ts";

/** A kind of answer that comes whole. */
interface Whole<Call, Answer> {
  readonly name: string;
  /** Undefined where the provider gives no such answers. */
  ask(provider: Provider, call: Call, signal: AbortSignal): Promise<Answer> | undefined;
  check(answer: Answer, call: Call): Checked<Answer>;
}

interface Checked<Answer> {
  /** What is wrong with the answer, or null. */
  readonly fault: string | null;
  readonly answer: Answer;
  /** What the upstream bills all the same where the answer cannot be used. */
  readonly spent: Pick<UpstreamErrorDetails, "work" | "reranked">;
  readonly inputTokens: number | undefined;
}

export const vectors: Whole<EmbedCall, Embedded> = {
  name: "embeddings",
  ask: (provider, call, signal) => provider.embed?.(call, signal),
  check: (answer, { inputs, expectedDimensions }) => ({
    fault: checkVectors(answer, inputs.length, expectedDimensions),
    answer,
    spent: { work: workOf(inputs, answer.inputTokens) },
    inputTokens: answer.inputTokens,
  }),
};

/** Scores of two models cannot be compared, so a ranking is never put together from two answers. */
export const ranking: Whole<RerankCall, Reranked> = {
  name: "rankings",
  ask: (provider, call, signal) => provider.rerank?.(call, signal),
  check: ({ results, usage }, { documents, topN }) => ({
    fault: checkRanking(results, documents.length, topN),
    answer: { results: bestFirst(results, topN), usage },
    spent: { reranked: usage },
    inputTokens: usage.inputTokens,
  }),
};

/** A request for an answer that comes whole. */
export interface WholeAttempt<Call> extends Walk {
  /** The call for this candidate: its upstream name of the model, and the credential where `byok`. */
  readonly call: (candidate: Candidate) => Call;
}

/** Asks one candidate. */
export async function servedOnce<Call extends object, Answer>(
  whole: Whole<Call, Answer>,
  request: WholeAttempt<Call> & Pick<WalkParts, "awaitUsageMs">,
  trial: EndpointAttempt,
  provider: Provider | undefined,
): Promise<Answer> {
  const call = { ...request.call(trial.candidate), left: request.signal };
  const leaving = new Leaving(request.signal, request);
  try {
    const asked = provider && whole.ask(provider, call, leaving.signal);
    if (asked === undefined) throw unable(trial.candidate, whole.name);
    const { fault, answer, spent, inputTokens = 0 } = whole.check(await asked, call);
    if (fault !== null) {
      const { provider: name } = trial.candidate.endpoint;
      const message = `${name} cannot be used: ${fault}.`;
      throw new UpstreamError("malformed", message, { status: 200, ...spent });
    }
    const latencyMs = trial.elapsedMs();
    const tokensPerSecond = inputTokens / Math.max(latencyMs / 1000, 0.001);
    trial.succeed(tokensPerSecond > 0 ? { latencyMs, tokensPerSecond } : { latencyMs });
    return answer;
  } finally {
    leaving.end();
  }
}

export function unable({ endpoint: { provider } }: Candidate, what: string): UpstreamError {
  return new UpstreamError("malformed", `${provider} is not able to give ${what}.`);
}

/**
 * Returns what is wrong with an answer, or null. Callers would store a missing, surplus or wrongly sized vector
 * beside the wrong text, or spoil a whole index with it, so such an answer never reaches them. Where the catalogue has no
 * length, all vectors must have the same one.
 */
export function checkVectors(
  { vectors }: Embedded,
  count: number,
  dimensions = vectors[0]?.dimensions,
): string | null {
  if (vectors.length !== count) return `it gave ${vectors.length} vectors for ${count} inputs`;
  const wrong = vectors.findIndex((vector) => vector.dimensions !== dimensions);
  return wrong < 0
    ? null
    : `vector ${wrong} has ${vectors[wrong]?.dimensions} dimensions instead of ${dimensions}`;
}

/**
 * Returns what is wrong with a ranking, or null. It has either the wanted number of documents or all of them, because
 * some servers cannot be asked for fewer.
 */
export function checkRanking(
  results: readonly RankedDocument[],
  documents: number,
  topN: number,
): string | null {
  if (results.length !== topN && results.length !== documents)
    return `it ranked ${results.length} documents where ${topN} of ${documents} were wanted`;
  const seen = new Set<number>();
  for (const { index, score } of results) {
    if (!Number.isInteger(index) || index < 0 || index >= documents)
      return `it ranked document ${index} of ${documents}`;
    if (seen.has(index)) return `it ranked document ${index} twice`;
    if (!Number.isFinite(score)) return `the score of document ${index} is no number`;
    seen.add(index);
  }
  return null;
}

/** The best documents, best first. Documents of one score keep the order of the request. */
export function bestFirst(
  results: readonly RankedDocument[],
  topN: number,
): readonly RankedDocument[] {
  return results
    .toSorted((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, topN);
}
