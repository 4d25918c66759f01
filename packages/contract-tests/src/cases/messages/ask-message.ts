import type { Schema } from "@portico/contract";
import type { Bench, Reply } from "../../suite/bench.ts";
import type { Sending } from "../../suite/sending.ts";
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

/** What the events of a stream add up to: content, reason and usage as a reply has them. */
export function joined(events: readonly MessageEvent[]) {
  const content: Block[] = [];
  const json: string[] = [];
  for (const event of events) {
    if (event.type === "content_block_start") content.push(structuredClone(event.content_block));
    if (event.type === "content_block_delta")
      grow(content[event.index], event.delta, json, event.index);
  }
  for (const [index, block] of content.entries())
    if (block.type === "tool_use") block.input = JSON.parse(json[index] || "{}");
  const end = events.find((event) => event.type === "message_delta");
  return { content, stop_reason: end?.delta.stop_reason, usage: end?.usage };
}

function grow(
  block: Block | undefined,
  delta: Schema<"MessagesBlockDelta">,
  json: string[],
  index: number,
): void {
  if (delta.type === "input_json_delta") json[index] = (json[index] ?? "") + delta.partial_json;
  if (delta.type === "text_delta" && block?.type === "text") block.text += delta.text;
  if (block?.type !== "thinking") return;
  if (delta.type === "thinking_delta") block.thinking += delta.thinking;
  // Client libraries keep the last signature and join nothing.
  if (delta.type === "signature_delta") block.signature = delta.signature;
}
