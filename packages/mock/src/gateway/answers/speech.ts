import { Answer, type AnswerOptions } from "@portico/core/answer/answer";
import { wordsOf } from "@portico/core/answer/answer-item";
import type { SealThought } from "@portico/core/answer/draft";
import type {
  AnswerFrame,
  Charged,
  Reading,
  ReadRequest,
  SealedThought,
  SentCall,
  SentTurn,
  ToldFailure,
  Wire,
} from "@portico/core/answer/wire";
import { fromBase64Url, toBase64Url } from "@portico/core/base64";
import { fieldsOf } from "@portico/core/json/shape";
import type { Part } from "@portico/core/model-call/parts";
import type { Turn } from "@portico/core/model-call/respond-call";
import {
  answerTo,
  countTokens,
  type Question,
  RefusedQuestion,
  type Answer as Simulated,
  textsOf,
} from "@portico/core/simulated-model";
import { refuseSummary, summaryTurn } from "@portico/core/wires/responses/compact";
import { type Behaviour, type Call, isStreamBody, type Answer as Reply } from "../call.ts";
import { refusal } from "../failure.ts";
import { framesOfText } from "../frames.ts";
import { createRandom, newId, seedOf } from "../random.ts";
import { nowOf } from "../world/now.ts";
import { costOf } from "./cost.ts";

/** Images are not looked at, and no vendor gets headers of its own. */
export const reading: Reading = { headersOf: () => ({}), readPicture: (url) => ({ url }) };

/**
 * What the simulated model says, read and written by the gateway's own wire. The body keeps the operation's schema. A bundle
 * leaves out what it makes where no page uses it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function speechOn<Body, Frame, Whole extends object>(
  wire: Wire<Body, Frame, Whole>,
  check = (request: ReadRequest<Frame>): void => void request,
): Behaviour {
  return {
    check: (body) => check(wire.read(body as Body, reading)),
    question: (body) => questionOf(wire.read(body as Body, reading)),
    answer: (call) => speak(wire, wire.read(call.body as Body, reading), call),
  };
}

function speak<Frame, Whole extends object>(
  wire: Wire<never, Frame, Whole>,
  request: ReadRequest<Frame>,
  call: Call,
): Reply {
  const question = questionOf(request);
  const said = simulate(question, call);
  const parts: Part[] = [
    ...said.pieces,
    { type: "finish", reason: said.isCutShort ? "length" : "stop" },
  ];
  const ids = createRandom(seedOf(call.requestId));
  const frame: AnswerFrame<Frame> = {
    id: newId("gen-", ids),
    requestId: call.requestId,
    createdAt: Math.floor(nowOf(call.world.data) / 1000),
    model: request.modelId,
    provider: "sandbox",
    asked: request.frame,
  };
  const options = { ...optionsFor(request), newId: () => newId("", ids) };
  const answer = tell(parts, options);
  const reason = answer.end();
  const items = answer.output;
  const charged = chargedFor(question, said);
  const ended = {
    items,
    reason,
    stopSequence: undefined,
    endedAt: frame.createdAt + 1,
    ...charged,
  };
  const reply = wire.reply(frame, ended);
  if (!isStreamBody(call.body)) return { status: 200, json: reply };
  const events = wire.events(frame, (name) => call.headers.get(name) ?? undefined);
  events.begin(charged.usage);
  if (call.fault === "fail") {
    const shown = tell(parts.slice(0, partsBeforeFailure), { ...options, listener: events });
    events.fail({ items: shown.outputSoFar(), failure: brokeOff, ...charged });
  } else {
    const shown = tell(parts, { ...options, listener: events });
    shown.end();
    events.end({ ...ended, items: shown.output });
  }
  return { status: 200, frames: framesOfText(events.take()), reply };
}

const partsBeforeFailure = 3;

const brokeOff: ToldFailure = {
  message: "The provider's stream broke off.",
  status: 500,
  kind: "providerFailed",
};

function tell(parts: readonly Part[], options: AnswerOptions): Answer {
  const answer = new Answer(options);
  for (const part of parts) answer.push(part);
  return answer;
}

/** Thoughts are shown to callers who ask for them. Call ids of the conversation are not used again. */
function optionsFor({ call }: Pick<ReadRequest<unknown>, "call">): AnswerOptions {
  const { conversation, thoughts } = call;
  return {
    usedCallIds: conversation.flatMap((turn) => (turn.type === "call" ? [turn.callId] : [])),
    showsThoughts: thoughts !== undefined,
    ...(thoughts?.carriers === true && { seal: sealThought }),
  };
}

interface SpokenCall {
  readonly call: Pick<SentCall, "conversation" | "tools" | "toolChoice">;
  readonly modelId: string;
}

/** The request as the simulated model is asked it. */
export function questionOf({ call, modelId }: SpokenCall): Question {
  const conversation = openSeals(call.conversation);
  return { ...call, conversation, thinks: /^(?:.*\/)?think$/.test(modelId) };
}

/** `incomplete`: as if the tokens had run out after half of the answer. Its refusals are the request's fault, in its words. */
function simulate(question: Question, { fault, said }: Call): Simulated {
  try {
    const answer = (said ?? answerTo)(question);
    return fault === "incomplete" ? halfOf(answer) : answer;
  } catch (cause) {
    throw cause instanceof RefusedQuestion ? refusal(400, cause.message) : cause;
  }
}

function halfOf({ pieces, outputTokens }: Simulated): Simulated {
  const half = pieces.slice(0, Math.floor(outputTokens / 2));
  const reasoningTokens = half.filter(({ type }) => type === "reasoning").length;
  return { pieces: half, outputTokens: half.length, reasoningTokens, isCutShort: true };
}

function chargedFor(question: Question, { outputTokens, reasoningTokens }: Simulated): Charged {
  const inputTokens = countTokens(textsOf(question));
  const uncached = { cachedInputTokens: 0, cacheWriteTokens: 0 };
  return {
    usage: { inputTokens, outputTokens, reasoningTokens, ...uncached },
    ...costOf(inputTokens, outputTokens),
  };
}

/** The family of the simulated model's carriers. */
const family = "sandbox";

/** A seal of the mock hides nothing: it is the thought and its signature in Base64. */
const sealThought: SealThought = (thought, { data: signature }) =>
  toBase64Url(JSON.stringify({ text: wordsOf(thought), signature }));

/** The turns with the thoughts that come back in seals. A seal that cannot be opened is left out without an error. */
function openSeals(turns: readonly SentTurn[]): Turn[] {
  return turns.flatMap((turn) => (turn.type === "sealed" ? openSeal(turn) : [turn]));
}

/** As it seals thoughts. */
export function sealSummary(summary: string): string {
  return toBase64Url(JSON.stringify({ summary }));
}

function openSeal({ seal, summaryAt }: SealedThought): Turn[] {
  const { text, summary, signature: data } = fieldsOf(readJson(fromBase64Url(seal)));
  if (summaryAt !== undefined) {
    if (typeof summary !== "string") throw refuseSummary(summaryAt);
    return [summaryTurn(summary)];
  }
  if (typeof text !== "string" || typeof data !== "string") return [];
  return [{ type: "thought", text, carrier: { family, of: "thought", data } }];
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
