import type { Schema } from "@portico/contract/facts";
import { toTokens } from "@portico/core/simulated-model";
import type { ChatReply } from "./chat-reply.ts";

type Chunk = Schema<"ChatChunk">;
type Delta = Schema<"ChatDelta">;

/** The stream of a finished chat completion, in the order of the contract. */
export function chunksOf(reply: ChatReply): Schema<"ChatStreamEvent">[] {
  const last: Chunk = {
    ...frameOf(reply),
    choices: reply.choices.map(({ finish_reason }) => ({ index: 0, delta: {}, finish_reason })),
    usage: reply.usage,
    ...(reply.service_tier && { service_tier: reply.service_tier }),
  };
  return [...begun(reply), last];
}

/** The same stream, failing once `after` chunks have been sent, or before its end. The failure is said twice. */
export function failingChunksOf(
  reply: ChatReply,
  after: number,
  message: string,
): Schema<"ChatStreamEvent">[] {
  const metadata = { kind: "provider_failed" as const, error_type: "provider_unavailable" };
  const error = { code: 500, message, metadata };
  const broken: Chunk = {
    ...frameOf(reply),
    error,
    choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
  };
  return [...begun(reply).slice(0, after), broken, { error }];
}

function begun(reply: ChatReply): Chunk[] {
  const deltas = reply.choices.flatMap(({ message }): Delta[] => [
    { role: message.role, content: "" },
    ...deltasOf(message),
  ]);
  return deltas.map((delta) => ({
    ...frameOf(reply),
    choices: [{ index: 0, delta, finish_reason: null }],
  }));
}

/** What all chunks have in common. */
function frameOf({ id, created, model, provider }: ChatReply) {
  return { id, object: "chat.completion.chunk" as const, created, model, provider };
}

function deltasOf(message: Schema<"ChatReplyMessage">): Delta[] {
  return [
    ...(message.reasoning_details ?? []).flatMap(thoughtDeltas),
    ...toTokens(message.content ?? "").map((text) => ({ content: text })),
    ...(message.tool_calls ?? []).flatMap((call, index) => callDeltas(call, index)),
  ];
}

/** The pieces of an entry have one index; its signature is a piece of its own, after the text. */
function thoughtDeltas(entry: Schema<"ChatReasoningDetail">): Delta[] {
  if (entry.type !== "reasoning.text") return [{ reasoning_details: [entry] }];
  const { type, index, text = "", signature } = entry;
  return [
    ...toTokens(text).map((piece) => ({
      reasoning: piece,
      reasoning_details: [{ type, index, text: piece }],
    })),
    ...(signature === undefined ? [] : [{ reasoning_details: [{ type, index, signature }] }]),
  ];
}

/** A call begins with empty arguments: client libraries take `{}` for all of them. */
function callDeltas({ id, type, function: called }: Schema<"ChatToolCall">, index: number) {
  const beginning = { index, id, type, function: { name: called.name, arguments: "" as const } };
  const pieces = toTokens(called.arguments).map((text) => ({
    index,
    function: { arguments: text },
  }));
  return [beginning, ...pieces].map((piece): Delta => ({ tool_calls: [piece] }));
}
