import assert from "node:assert/strict";
import type { Schema } from "@portico/contract";
import { ChatFold } from "@portico/contract/streams/chat";
import { folded } from "@portico/contract/streams/fold";
import type { Bench, Reply } from "../../suite/bench.ts";
import { good, refusedWith, timeTool, weatherQuestion, weatherTool } from "../ask.ts";

/** The requests that the cases of chat completions consist of. */

export type Completion = Schema<"ChatReply">;
export type Chunk = Schema<"ChatChunk">;
type More = Readonly<Record<string, unknown>>;

export const user = (content: unknown) => ({ role: "user", content });

/** A request for a chat completion; `messages` may be one text of the user. */
export function chatBody({ target }: Bench, messages: unknown, more: More = {}): More {
  const list = typeof messages === "string" ? [user(messages)] : messages;
  return { model: target.textModel, messages: list, ...more };
}

export async function ask(bench: Bench, messages: unknown, more: More = {}): Promise<Reply> {
  return bench.send("createChatCompletion", { body: chatBody(bench, messages, more) });
}

export async function complete(
  bench: Bench,
  messages: unknown,
  more: More = {},
): Promise<Completion> {
  return good(await ask(bench, messages, more)) as Completion;
}

/** The chunks of a stream that ends well; the bench checks `[DONE]` and the order. */
export async function chunksOf(
  bench: Bench,
  messages: unknown,
  more: More = {},
): Promise<readonly Chunk[]> {
  const events = good(await ask(bench, messages, { stream: true, ...more })) as readonly unknown[];
  return events.filter((event): event is Chunk => "choices" in Object(event));
}

/** Sends what has to be refused with 400; returns what the refusal says. */
export async function refusal(bench: Bench, messages: unknown, more: More = {}) {
  const { error } = refusedWith(await ask(bench, messages, more), 400);
  return { message: error.message, field: String(error.metadata?.["field"]) };
}

export function choiceOf({ choices }: Completion): Completion["choices"][number] {
  const [choice] = choices;
  assert.ok(choice, "There is no choice.");
  return choice;
}

export const messageOf = (reply: Completion) => choiceOf(reply).message;
export const callsOf = (reply: Completion) => functionCallsIn(messageOf(reply));
/** The calls of functions. */
export const functionCallsIn = ({ tool_calls: calls = [] }: Schema<"ChatReplyMessage">) =>
  calls.filter((call) => call.type === "function");

const functionOf = ({ type, ...definition }: typeof weatherTool | typeof timeTool) => ({
  type,
  function: definition,
});
export const tools = [functionOf(weatherTool), functionOf(timeTool)];
/** Asks for two calls. */
export const twoCalls = [user(weatherQuestion)] as const;

export const resultsOf = (calls: readonly Schema<"ChatToolCall">[]) =>
  calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "It is sunny." }));

/** The message that a stream adds up to. */
export function joined(chunks: readonly Chunk[]): Schema<"ChatReplyMessage"> {
  const reply = folded(new ChatFold(), chunks);
  assert.ok(reply, "The stream has no end.");
  return messageOf(reply);
}
