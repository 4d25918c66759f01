import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { EmbedCall, Embedded } from "../model-call/embed-call.ts";
import type { Provider } from "../providers/provider.ts";
import { UpstreamError, workOf } from "../upstream/upstream-error.ts";
import { CallRule } from "./call-rule.ts";
import type { Candidate } from "./candidate.ts";
import { checkVectors, type ExpectedVectors } from "./check-vectors.ts";
import { Leaving } from "./leaving.ts";
import { type AnswerParts, readAhead } from "./read-ahead.ts";
import { type RerankAttempt, type RerankServed, rerankOnce } from "./rerank-once.ts";
import { type ReadWhole, type Responder, respondWhole } from "./respond-whole.ts";
import { mayThinkUnseen, ToldAtEnd } from "./told-at-end.ts";
import type { Trial } from "./trial.ts";
import { type Walk, type Walked, type WalkParts, walk } from "./walk.ts";

export interface EmbedAttempt extends Walk {
  /** The call for this candidate: its upstream name of the model, and the credential where `byok`. */
  readonly call: (candidate: Candidate) => EmbedCall;
  readonly expected: ExpectedVectors;
  /** A further check of the answer. Returns what is wrong with it, or null. */
  readonly check?: (embedded: Embedded) => string | null;
}

export interface RespondAttempt extends Walk {
  readonly call: (candidate: Candidate) => RespondCall;
  /** Called with the parts of an answer that failed before its first content. */
  readonly onLost: (candidate: Candidate, parts: readonly Part[]) => void;
}

export type EmbedServed = Walked<Embedded>;

/**
 * Read `result` to its end or close it with `return`: only then is the upstream's connection closed
 * and the last line of `attempts` final. A failure after the first content is thrown from it, as UpstreamError.
 */
export type RespondServed = Walked<AnswerParts>;

/** Asks one candidate after another. All methods throw AttemptFailed (a GatewayError) or LeftWhileTried. */
export interface Attempt {
  embed(request: EmbedAttempt): Promise<EmbedServed>;
  rerank(request: RerankAttempt): Promise<RerankServed>;
  respond(request: RespondAttempt): Promise<RespondServed>;
  /** For callers who see nothing before the end of the answer: fails over until one answer was read completely. */
  respondWhole<Answer>(
    request: Omit<RespondAttempt, "onLost">,
    read: ReadWhole<Answer>,
  ): Promise<Walked<Answer>>;
}

export function createAttempt(parts: WalkParts): Attempt {
  const { awaitUsageMs } = parts;
  return {
    embed: (request) =>
      walk(parts, request, (trial, provider) =>
        embedOnce({ ...request, awaitUsageMs }, trial, provider),
      ),
    rerank: (request) =>
      walk(parts, request, (trial, provider) => {
        if (provider?.rerank === undefined) throw unable(trial.candidate, "rankings");
        const asked = { ...request, awaitUsageMs };
        return rerankOnce(asked, trial, provider.rerank.bind(provider));
      }),
    respond: (request) =>
      walk(parts, request, (trial, provider) => {
        return respondOnce({ ...request, awaitUsageMs }, trial, provider);
      }),
    respondWhole: (request, read) =>
      walk(parts, request, (trial, provider) => {
        if (!canRespond(provider)) throw unable(trial.candidate, "text");
        return respondWhole({ ...request, awaitUsageMs }, trial, provider, read);
      }),
  };
}

async function embedOnce(
  request: EmbedAttempt & Pick<WalkParts, "awaitUsageMs">,
  trial: Trial,
  provider: Provider | undefined,
): Promise<Embedded> {
  const { candidate } = trial;
  if (provider?.embed === undefined) throw unable(candidate, "embeddings");
  const leaving = new Leaving(request.signal, request);
  const call = { ...request.call(candidate), left: request.signal };
  const embedded = await provider.embed(call, leaving.signal).finally(() => leaving.end());
  const fault = checkVectors(embedded, request.expected) ?? request.check?.(embedded) ?? null;
  if (fault !== null) {
    const { provider: name } = candidate.endpoint;
    throw new UpstreamError(name, "malformed", `${name} cannot be used: ${fault}.`, {
      status: 200,
      work: workOf(call.inputs, embedded.inputTokens),
    });
  }
  const latencyMs = trial.elapsedMs();
  const tokensPerSecond = (embedded.inputTokens ?? 0) / Math.max(latencyMs / 1000, 0.001);
  trial.succeed(tokensPerSecond > 0 ? { latencyMs, tokensPerSecond } : { latencyMs });
  return embedded;
}

async function respondOnce(
  request: RespondAttempt & Pick<WalkParts, "awaitUsageMs">,
  trial: Trial,
  provider: Provider | undefined,
): Promise<AnswerParts> {
  const { candidate } = trial;
  if (!canRespond(provider)) throw unable(candidate, "text");
  const { signal, awaitUsageMs } = request;
  const call = request.call(candidate);
  const isToldAtEnd = provider.answersWhole === true || mayThinkUnseen(call, trial);
  const toldAtEnd = isToldAtEnd
    ? new ToldAtEnd(trial, { call, provider, caller: signal, awaitUsageMs })
    : null;
  const asked = toldAtEnd === null ? call : { ...call, left: signal };
  const rule = new CallRule(candidate.endpoint.provider, call);
  return readAhead(provider.respond(asked, toldAtEnd?.signal ?? signal), {
    trial,
    call,
    rule,
    signal,
    toldAtEnd,
    onLost: (parts) => request.onLost(candidate, parts),
  });
}

function canRespond(provider: Provider | undefined): provider is Provider & Responder {
  return provider?.respond !== undefined;
}

function unable({ endpoint }: Candidate, what: string): UpstreamError {
  const { provider } = endpoint;
  return new UpstreamError(provider, "malformed", `${provider} is not able to give ${what}.`);
}
