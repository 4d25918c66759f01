import type { Schema } from "@portico/contract/facts";
import type { ReadPicture, SentTurn } from "../../answer/wire.ts";
import type { ContentPart } from "../../model-call/respond-call.ts";
import { cacheOf } from "../reading/cache-mark.ts";
import { CallPairs } from "../reading/call-pairs.ts";
import { type Block, isKnown, type KnownBlock } from "./blocks.ts";
import { readPart } from "./read-parts.ts";

type Sent = Pick<Schema<"MessagesConversation">, "system" | "messages">;
type Message = Schema<"MessagesTurn">;

/** What this wire calls them, for messages to callers. */
const words = { call: "tool_use", id: "id", output: "tool_result" };

interface Conversation {
  readonly pairs: CallPairs;
  readonly readPicture: ReadPicture;
}

/** The system prompt, if it has blocks, and the messages: each block in its place. */
export function readConversation({ system, messages }: Sent, readPicture: ReadPicture): SentTurn[] {
  const conversation = { pairs: new CallPairs(words), readPicture };
  const turns: SentTurn[] = [];
  if (Array.isArray(system) && system.length > 0) {
    const content = system.flatMap((block, index) =>
      readPart(block, `system[${index}]`, readPicture),
    );
    turns.push({ type: "message", role: "system", content });
  }
  for (const [index, message] of messages.entries())
    turns.push(...readMessage(message, `messages[${index}].content`, conversation));
  return turns;
}

function readMessage(
  { role, content }: Message,
  path: string,
  conversation: Conversation,
): SentTurn[] {
  if (typeof content === "string") return said(role, [{ type: "text", text: content }]);
  const turns: SentTurn[] = [];
  // What stands between calls, results and thoughts is one message.
  let parts: ContentPart[] = [];
  for (const [index, block] of content.entries()) {
    const place = `${path}[${index}]`;
    const turn = readTurn(block, place, conversation);
    if (turn === null) parts.push(...readPart(block, place, conversation.readPicture));
    else {
      if (parts.length > 0) turns.push(...said(role, parts));
      turns.push(...turn);
      parts = [];
    }
  }
  return parts.length > 0 || content.length === 0 ? [...turns, ...said(role, parts)] : turns;
}

/** Clients send an assistant's empty text before calls; upstreams refuse it. */
function said(role: Message["role"], content: readonly ContentPart[]): SentTurn[] {
  if (role !== "assistant") return [{ type: "message", role, content }];
  const isEmpty = content.every((part) => part.type === "text" && part.text === "");
  return isEmpty ? [] : [{ type: "message", role, content }];
}

/** What is a turn of its own; null for a part of a message. */
function readTurn(block: Block, place: string, conversation: Conversation): SentTurn[] | null {
  if (!isKnown(block)) return null;
  switch (block.type) {
    case "tool_use":
      return [readCall(block, place, conversation.pairs)];
    case "tool_result":
      return [readResult(block, place, conversation)];
    case "thinking":
      return readThought(block);
    case "redacted_thinking":
      return [{ type: "sealed", seal: block.data }];
    default:
      return null;
  }
}

function readCall(
  block: Extract<KnownBlock, { type: "tool_use" }>,
  place: string,
  pairs: CallPairs,
): SentTurn {
  const text = JSON.stringify(block.input);
  pairs.call(block.id, text, { item: place, id: `${place}.id`, text: `${place}.input` });
  return { type: "call", callId: block.id, name: block.name, arguments: text, ...cacheOf(block) };
}

function readResult(
  block: Extract<KnownBlock, { type: "tool_result" }>,
  place: string,
  { pairs, readPicture }: Conversation,
): SentTurn {
  const { tool_use_id: callId, content = null } = block;
  pairs.output(callId, { item: place, id: `${place}.tool_use_id` });
  const output: ContentPart[] =
    typeof content === "string" || content === null
      ? [{ type: "text", text: content ?? "" }]
      : content.flatMap((part, index) => readPart(part, `${place}.content[${index}]`, readPicture));
  return {
    type: "result",
    callId,
    output,
    ...(block.is_error === true && { isError: true }),
    ...cacheOf(block),
  };
}

/** The seal holds the thought's words too; without it, words are all that there is. */
function readThought({
  thinking: text,
  signature,
}: Extract<KnownBlock, { type: "thinking" }>): SentTurn[] {
  if (signature) return [{ type: "sealed", seal: signature }];
  return text === "" ? [] : [{ type: "thought", text }];
}
