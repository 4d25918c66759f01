import type { Part } from "../model-call/parts.ts";
import { Mentions } from "./mentions.ts";
import { lastUserMessage, latestResults, type Question } from "./question.ts";
import { askedForThoughts } from "./recall.ts";
import { textAnswer } from "./text-answer.ts";
import { refuseWithoutThoughts, signatureOf, thoughtBefore, thoughtFamily } from "./thoughts.ts";
import { toTokens } from "./tokens.ts";
import { toolCalls } from "./tool-calls.ts";

/**
 * A token of an answer, or the carrier that signs the thought before it. The tokens of a call come after its
 * beginning, and share its key.
 */
export type Piece = Exclude<Part, { readonly type: "usage" | "finish" }>;

export interface Answer {
  readonly pieces: readonly Piece[];
  /** Those of thoughts included. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** Whether there was more to say than the most output tokens. */
  readonly isCutShort: boolean;
}

/** The same question has the same answer every time. Throws RefusedQuestion. */
export function answerTo(question: Question): Answer {
  return limited(piecesOf(question), question.maxOutputTokens);
}

/** No more of an answer than so many tokens. */
export function limited(all: Iterable<Piece>, most = Number.POSITIVE_INFINITY): Answer {
  const pieces: Piece[] = [];
  let tokens = 0;
  for (const piece of all) {
    tokens += piece.type === "carrier" ? 0 : 1;
    if (tokens <= most) pieces.push(piece);
  }
  return {
    pieces,
    outputTokens: Math.min(tokens, most),
    reasoningTokens: pieces.filter(({ type }) => type === "reasoning").length,
    isCutShort: tokens > most,
  };
}

function* piecesOf(question: Question): Generator<Piece> {
  if (question.thinks === true) refuseWithoutThoughts(question.conversation);

  const message = lastUserMessage(question.conversation);
  const mentions = new Mentions(message);
  const calls = answersInWords(question) ? [] : toolCalls(question, message, mentions);
  for (const [index, call] of calls.entries()) {
    const key = String(index);
    yield* thinking(`call ${call.name}`, question, index);
    yield { type: "call", key, name: call.name };
    for (const delta of toTokens(call.arguments)) yield { type: "arguments", key, delta };
  }
  if (calls.length === 0) {
    yield* thinking("answer", question, 0);
    for (const text of toTokens(textAnswer(question, message, mentions)))
      yield { type: "text", text };
  }
}

function* thinking(step: string, question: Question, index: number): Generator<Piece> {
  if (question.thinks !== true) return;

  const thought = thoughtBefore(step, question, index);
  for (const text of toTokens(thought)) yield { type: "reasoning", text };

  const carrier = { family: thoughtFamily, of: "thought" as const, data: signatureOf(thought) };
  yield { type: "carrier", carrier };
}

/** Results, and the question for thoughts, are answered with words, unless a call is demanded. */
function answersInWords(question: Question): boolean {
  const { conversation, toolChoice } = question;
  const mayAnswer = toolChoice === "auto" || toolChoice === "none";
  return mayAnswer && (latestResults(conversation).length > 0 || askedForThoughts(question));
}
