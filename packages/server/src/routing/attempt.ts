import type { Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { EmbedCall, Embedded } from "../model-call/embed-call.ts";
import type { RerankCall, Reranked } from "../model-call/rerank-call.ts";
import type { Provider } from "../providers/provider.ts";
import { CallRule } from "./call-rule.ts";
import type { Candidate } from "./catalog.ts";
import { type AnswerParts, readAhead } from "./read-ahead.ts";
import { type ReadWhole, type Responder, respondWhole } from "./respond-whole.ts";
import { ranking, servedOnce, unable, vectors, type WholeAttempt } from "./served-once.ts";
import { mayThinkUnseen, ToldAtEnd } from "./told-at-end.ts";
import type { EndpointAttempt } from "./trial.ts";
import { type Answered, type Walk, type WalkParts, walk } from "./walk.ts";

export interface RespondAttempt extends Walk {
  readonly call: (candidate: Candidate) => RespondCall;
  /** Called with the parts of an answer that failed before its first content. */
  readonly onLost: (candidate: Candidate, parts: readonly Part[]) => void;
}

export type EmbedServed = Answered<Embedded>;
export type RerankServed = Answered<Reranked>;

/**
 * Read `result` to its end or close it with `return`: only then is the upstream's connection closed
 * and the last line of `attempts` final. A failure after the first content is thrown from it, as UpstreamError.
 */
export type RespondServed = Answered<AnswerParts>;

/** Asks one candidate after another. All methods throw FailedAttempt (a GatewayError) or CallerLeft. */
export interface Attempt {
  embed(request: WholeAttempt<EmbedCall>): Promise<EmbedServed>;
  rerank(request: WholeAttempt<RerankCall>): Promise<RerankServed>;
  respond(request: RespondAttempt): Promise<RespondServed>;
  /** For callers who see nothing before the end of the answer: fails over until one answer was read completely. */
  respondWhole<Answer>(
    request: Omit<RespondAttempt, "onLost">,
    read: ReadWhole<Answer>,
  ): Promise<Answered<Answer>>;
}

export function createAttempt(parts: WalkParts): Attempt {
  const { awaitUsageMs } = parts;
  return {
    embed: (request) =>
      walk(parts, request, (trial, provider) =>
        servedOnce(vectors, { ...request, awaitUsageMs }, trial, provider),
      ),
    rerank: (request) =>
      walk(parts, request, (trial, provider) =>
        servedOnce(ranking, { ...request, awaitUsageMs }, trial, provider),
      ),
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

async function respondOnce(
  request: RespondAttempt & Pick<WalkParts, "awaitUsageMs">,
  trial: EndpointAttempt,
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
