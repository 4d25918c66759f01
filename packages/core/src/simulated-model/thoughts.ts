import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Thought, Turn } from "../model-call/respond-call.ts";
import { fnv1a } from "./fnv1a.ts";
import { lastUserMessage, latestResults, type Question } from "./question.ts";
import { RefusedQuestion } from "./refused-question.ts";

/** Who can read the thoughts: the family of their carriers. */
export const thoughtFamily = "sandbox";

/** Public: the signature shows that a thought came back unchanged, and protects nothing. */
const testKey = "portico-sandbox-think";

/** What the model thinks before its next step: a number that nothing else in the answer holds. */
export function thoughtBefore(step: string, question: Question, index: number): string {
  return `Let me think. The number is ${numberFor(question, index)}. Now I ${step}.`;
}

/** So much of a message decides about the number. */
const longestSeed = 8_000;

function numberFor({ conversation }: Question, index: number): number {
  const message = lastUserMessage(conversation).slice(0, longestSeed);
  return 100_000 + (fnv1a(`${message} ${conversation.length} ${index}`) % 900_000);
}

export function signatureOf(thought: string): string {
  const bytes = hmac(sha256, utf8ToBytes(testKey), utf8ToBytes(thought));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** No thought of the model is longer, so a longer one need not be read. */
const longestThought = 1_000;

/** Whether the model had this thought, in these words. */
export function isSigned({ text, carrier }: Thought): boolean {
  return (
    text.length <= longestThought &&
    carrier?.family === thoughtFamily &&
    carrier.data === signatureOf(text)
  );
}

/** The number of a thought. */
export function numberIn({ text }: Thought): string | undefined {
  return text.match(/\bThe number is (\d+)\b/u)?.[1];
}

/** More thoughts of a tool turn are not read: to check so many takes some milliseconds. */
const mostThoughts = 2_048;

/**
 * Refuses a tool turn, a conversation that ends in results of calls, unless each call since the question still has
 * its thought. Neither their order nor their place counts: some clients send all thoughts of an answer before its calls.
 */
export function refuseWithoutThoughts(conversation: readonly Turn[]): void {
  const turns = toolTurn(conversation);
  const calls = turns.filter(({ type }) => type === "call").length;
  const thoughts = turns.filter((turn) => turn.type === "thought").slice(0, mostThoughts);
  const whole = new Set(thoughts.filter(isSigned).map(({ text }) => text)).size;
  if (whole < calls)
    throw new RefusedQuestion(
      `This model needs back the thoughts that it had before its calls, unchanged. Calls since the last message: ${calls}; whole thoughts: ${whole}.`,
    );
}

/** What follows the user's message that led to the calls whose results end the conversation. */
function toolTurn(conversation: readonly Turn[]): readonly Turn[] {
  const answered = new Set(latestResults(conversation).map(({ callId }) => callId));
  const firstCall = conversation.findIndex(
    (turn) => turn.type === "call" && answered.has(turn.callId),
  );
  if (firstCall === -1) return [];

  const before = conversation.slice(0, firstCall);
  const question = before.findLastIndex((turn) => turn.type === "message" && turn.role === "user");
  return conversation.slice(question + 1);
}
