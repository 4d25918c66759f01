import assert from "node:assert/strict";
import type { Schema } from "@portico/contract";
import { folded } from "@portico/contract/streams/fold";
import { MessageFold } from "@portico/contract/streams/messages";
import type { Bench, Reply } from "../../suite/bench.ts";
import type { Sending } from "../../suite/request-to.ts";
import { good, refusedWith, timeTool, weatherQuestion, weatherTool } from "../ask.ts";

/** The requests that the cases of messages consist of. */

export type Message = Schema<"MessagesReply">;
export type Block = Schema<"MessagesReplyBlock">;
export type MessageEvent = Schema<"MessageStreamEvent">;
type More = Readonly<Record<string, unknown>>;

export const user = (content: unknown) => ({ role: "user", content });
export const assistant = (content: unknown) => ({ role: "assistant", content });

/** A request for a message; `messages` may be one text of the user. */
export function messageBody({ target }: Bench, messages: unknown, more: More = {}): More {
  const list = typeof messages === "string" ? [user(messages)] : messages;
  return { model: target.textModel, max_tokens: 2000, messages: list, ...more };
}

export async function ask(
  bench: Bench,
  messages: unknown,
  more: More = {},
  sending: Sending = {},
): Promise<Reply> {
  return bench.send("createMessage", { body: messageBody(bench, messages, more), ...sending });
}

export async function say(bench: Bench, messages: unknown, more: More = {}): Promise<Message> {
  return good(await ask(bench, messages, more)) as Message;
}

/** The events of a stream; the bench checks their form and their order. */
export async function eventsOf(
  bench: Bench,
  messages: unknown,
  more: More = {},
): Promise<readonly MessageEvent[]> {
  const reply = await ask(bench, messages, { stream: true, ...more });
  return good(reply) as readonly MessageEvent[];
}

/** Sends what has to be refused; returns the envelope. */
export async function refusal(
  bench: Bench,
  messages: unknown,
  more: More = {},
  status = 400,
): Promise<Schema<"MessagesErrorEnvelope">> {
  return envelope(await ask(bench, messages, more), status);
}

export function envelope(reply: Reply, status: number): Schema<"MessagesErrorEnvelope"> {
  refusedWith(reply, status);
  return reply.body as Schema<"MessagesErrorEnvelope">;
}

export const textOf = ({ content }: Message): string =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("");

export const callsOf = ({ content }: Pick<Message, "content">) =>
  content.filter((block) => block.type === "tool_use");

export const thoughtsOf = ({ content }: Pick<Message, "content">) =>
  content.filter((block) => block.type === "thinking");

const ownTool = ({ name, description, parameters }: typeof weatherTool | typeof timeTool) => ({
  name,
  description,
  input_schema: parameters,
});
export const tools = [ownTool(weatherTool), ownTool(timeTool)];
/** Asks for two calls. */
export const twoCalls = [user(weatherQuestion)] as const;

export const toolUse = (id: string, input: unknown = {}) => ({
  type: "tool_use",
  id,
  name: "get_weather",
  input,
});
export const toolResult = (tool_use_id: string, content: unknown = "sunny") => ({
  type: "tool_result",
  tool_use_id,
  content,
});

/** The conversation with the model's blocks and a result of each of their calls. */
export const answered = (content: readonly Block[]) => [
  ...twoCalls,
  assistant(content),
  user(callsOf({ content: [...content] }).map(({ id }) => toolResult(id, "It is sunny."))),
];

export const thinking = { thinking: { type: "enabled", budget_tokens: 1000 } };

/** The message that a stream adds up to. */
export function joined(events: readonly MessageEvent[]): Message {
  const message = folded(new MessageFold(), events);
  assert.ok(message, "The stream has no end.");
  return message;
}
