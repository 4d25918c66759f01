import { setTimeout } from "node:timers/promises";
import type { Part, TokenUsage } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import {
  type Answer,
  answerTo,
  embeddingOf,
  RefusedQuestion,
  relevances,
  rerankUnits,
  textsOf,
  tokenCounts,
} from "@portico/core/simulated-model";
import { TimeSlice } from "../../in-turns.ts";
import type { EmbedCall, Embedded } from "../../model-call/embed-call.ts";
import type { RankedDocument, RerankCall, Reranked } from "../../model-call/rerank-call.ts";
import { failureOfStatus } from "../../upstream/read-upstream-error.ts";
import type { Timeouts } from "../../upstream/request.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { Adapter, PartBatches, ProviderSettings } from "../provider.ts";

const defaultWordDelayMs = 4;
const slowWordDelayMs = 250;
/** The words that come before a rehearsed failure in the middle of a stream. */
const wordsBeforeFailure = 3;

/**
 * A simulated upstream, for first runs, tests and demonstrations: no network, no cost, the same
 * answer every time. Its model `think` thinks first, and refuses a tool turn that comes back
 * without its thoughts. Its models `fail-<status>`, `embed-fail-<status>`, `rerank-fail-<status>`, `fail-midstream`,
 * `cut-midstream`, `stall` and `slow` rehearse what real upstreams do wrong.
 */
export function createSandbox(settings: ProviderSettings): Adapter {
  return {
    embed: (call, signal) => embed(call, signal),
    rerank: (call, signal) => rerank(call, signal),
    respond: (call, signal) => respond(settings, call, signal),
    check: async () => ({}),
  };
}

async function embed(call: EmbedCall, signal: AbortSignal): Promise<Embedded> {
  rehearseFailure(call.model);
  const vectors = [];
  const turn = new TimeSlice();
  for (const input of call.inputs) {
    const values = embeddingOf(input, call.dimensions);
    vectors.push({ format: "floats" as const, values, dimensions: values.length });
    // A large batch must not hold up other requests.
    if (turn.isOver) {
      await turn.pass();
      refuseAborted(signal);
    }
  }
  const parts = call.inputs.flatMap((input) => (input.type === "text" ? [input] : input.content));
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const images = parts.length - texts.length;
  return { vectors, inputTokens: (await sumInTurns(tokenCounts(texts))) + images };
}

async function rerank(
  { model, query, documents }: RerankCall,
  signal: AbortSignal,
): Promise<Reranked> {
  rehearseFailure(model);
  const results: RankedDocument[] = [];
  const turn = new TimeSlice();
  for (const score of relevances(query, documents)) {
    results.push({ index: results.length, score });
    // Many long documents must not hold up other requests.
    if (turn.isOver) {
      await turn.pass();
      refuseAborted(signal);
    }
  }
  const queryTokens = await sumInTurns(tokenCounts([query]));
  const documentTokens = await sumInTurns(tokenCounts(documents));
  const { tokens, searchUnits } = rerankUnits(queryTokens, documentTokens, documents.length);
  return { results, usage: { inputTokens: tokens, searchUnits } };
}

async function* respond(
  settings: ProviderSettings,
  call: RespondCall,
  signal: AbortSignal,
): PartBatches {
  const model = plainName(call.model);
  refuseAborted(signal);
  rehearseFailure(model);
  const answer = answerOf(call, model);
  const usage = await usageOf(call, answer);
  const rehearsed = midstreamFailures[model];
  const delayMs = delayOf(settings, call, model);
  let sent = 0;
  let batch: Part[] = [];
  for (const piece of answer.pieces) {
    if (rehearsed !== undefined && sent === wordsBeforeFailure) break;

    if (delayMs > 0) {
      await pause(delayMs, signal);
      yield [piece];
    } else batch.push(piece);

    sent += 1;
  }
  if (batch.length > 0) {
    yield batch;
    batch = [];
  }
  if (rehearsed !== undefined) await rehearsed(settings.timeouts, signal);

  yield [
    { type: "usage", usage },
    { type: "finish", reason: answer.isCutShort ? "length" : "stop" },
  ];
}

const midstreamFailures: Readonly<
  Record<string, (timeouts: Timeouts, signal: AbortSignal) => Promise<void>>
> = {
  "fail-midstream": async () => {
    throw new UpstreamError("overloaded", "The sandbox failed in mid-stream, as asked.");
  },
  "cut-midstream": async () => {
    throw new UpstreamError("cut", "The sandbox cut its stream, as asked.");
  },
  stall: async (timeouts, signal) => {
    await pause(Math.min(timeouts.idleMs, timeouts.totalMs), signal);
    throw new UpstreamError("timeout", "The sandbox fell silent, as asked.");
  },
};

function answerOf(call: RespondCall, model: string): Answer {
  try {
    return answerTo({ ...call, thinks: model === "think" });
  } catch (cause) {
    throw cause instanceof RefusedQuestion
      ? new UpstreamError("rejected", cause.message, { cause })
      : cause;
  }
}

async function usageOf(
  call: RespondCall,
  { outputTokens, reasoningTokens }: Answer,
): Promise<TokenUsage> {
  return {
    inputTokens: await sumInTurns(tokenCounts(textsOf(call))),
    outputTokens,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens,
  };
}

/** The texts may be of any length. */
async function sumInTurns(counts: Iterable<number>): Promise<number> {
  const turn = new TimeSlice();
  let sum = 0;
  for (const count of counts) {
    sum += count;
    if (turn.isOver) await turn.pass();
  }
  return sum;
}

function delayOf(settings: ProviderSettings, call: RespondCall, model: string): number {
  if (model === "slow") return slowWordDelayMs;

  const configured = settings.options["word_delay_ms"];
  return call.stream ? (typeof configured === "number" ? configured : defaultWordDelayMs) : 0;
}

function plainName(model: string): string {
  return model.replace(/^sandbox\//, "");
}

function rehearseFailure(model: string): void {
  const status = Number(plainName(model).match(/^(?:embed-|rerank-)?fail-(\d{3})$/)?.[1]);
  if (Number.isNaN(status)) return;

  throw new UpstreamError(failureOfStatus(status), `The sandbox answered ${status}, as asked.`, {
    status,
    callerStatus: status,
    ...([429, 503, 529].includes(status) ? { retryAfterMs: 1_000 } : {}),
  });
}

function refuseAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abandoned(signal.reason, false);
}

function abandoned(cause: unknown, wasLeft: boolean): UpstreamError {
  return new UpstreamError("connection", "The request was abandoned.", {
    cause,
    wasLeft,
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (cause) {
    throw abandoned(cause, true);
  }
}
