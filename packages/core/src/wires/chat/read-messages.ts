import type { Schema } from "@portico/contract/facts";
import type { ReadPicture, SentTurn } from "../../answer/wire.ts";
import { argumentsFor } from "../../model-call/freeform.ts";
import type { ContentPart } from "../../model-call/respond-call.ts";
import { cacheOf } from "../reading/cache-mark.ts";
import { CallPairs } from "../reading/call-pairs.ts";
import { readContent } from "./read-content.ts";
import { readThoughts } from "./read-thoughts.ts";

type Message = Schema<"ChatMessage">;
type AssistantMessage = Schema<"ChatAssistantMessage">;
type ToolMessage = Schema<"ChatToolMessage">;

interface Conversation {
  readonly pairs: CallPairs;
  readonly readPicture: ReadPicture;
}

/** The `messages` of a request as turns: an assistant's message is its thoughts, its text and its calls. */
export function readMessages(messages: readonly Message[], readPicture: ReadPicture): SentTurn[] {
  const pairs = new CallPairs({ id: "id", call: "tool call", output: "result" });
  const conversation = { pairs, readPicture };
  return messages.flatMap((message, index) =>
    readMessage(message, `messages[${index}]`, conversation),
  );
}

function readMessage(message: Message, path: string, conversation: Conversation): SentTurn[] {
  switch (message.role) {
    case "assistant":
      return readAssistant(message, path, conversation);
    case "tool":
      return [readResult(message, path, conversation)];
    default: {
      const content = readContent(message.content, `${path}.content`, conversation.readPicture);
      return [{ type: "message", role: message.role, content }];
    }
  }
}

function readAssistant(
  message: AssistantMessage,
  path: string,
  { pairs, readPicture }: Conversation,
): SentTurn[] {
  const thoughts = readThoughts(message);
  const calls = message.tool_calls ?? [];
  const ids = new Set(calls.map(({ id }) => id));
  // A thought of a call that was left out of the message still is one.
  const homeless = [...thoughts.ofCalls].filter(([id]) => !ids.has(id)).flatMap(([, some]) => some);
  const said = readSaid(message, `${path}.content`, readPicture);
  return [
    ...thoughts.before,
    ...homeless,
    ...(said.length === 0
      ? []
      : [{ type: "message", role: "assistant", content: said } satisfies SentTurn]),
    ...calls.flatMap((call, index) => {
      const turn = readCall(call, `${path}.tool_calls[${index}]`, pairs);
      return [...(thoughts.ofCalls.get(call.id) ?? []), turn];
    }),
  ];
}

/** What the assistant said; nothing where it is empty, because upstreams refuse empty messages. */
function readSaid(
  message: AssistantMessage,
  path: string,
  readPicture: ReadPicture,
): ContentPart[] {
  const parts = readContent(message.content || message.refusal || [], path, readPicture);
  if (parts.every((part) => part.type === "text" && part.text === "")) return [];
  const last = parts.at(-1);
  if (last?.type !== "text") return parts;
  return [...parts.slice(0, -1), { ...cacheOf(message), ...last }];
}

function readCall(call: Schema<"ChatToolCallEcho">, path: string, pairs: CallPairs): SentTurn {
  const { id } = call;
  if ("custom" in call) {
    const { name, input } = call.custom;
    const text = argumentsFor(input);
    pairs.call(id, text, { item: path, id: `${path}.id`, text: `${path}.custom.input` });
    return { type: "call", callId: id, name, arguments: text, isFreeform: true };
  }
  const { function: called } = call;
  pairs.call(id, called.arguments, {
    item: path,
    id: `${path}.id`,
    text: `${path}.function.arguments`,
  });
  // Upstreams that need an object parse the arguments; some clients send an empty text for no arguments.
  const text = called.arguments.trim() === "" ? "{}" : called.arguments;
  return { type: "call", callId: id, name: called.name, arguments: text };
}

function readResult(
  message: ToolMessage,
  path: string,
  { pairs, readPicture }: Conversation,
): SentTurn {
  pairs.output(message.tool_call_id, { item: path, id: `${path}.tool_call_id` });
  return {
    type: "result",
    callId: message.tool_call_id,
    output: readContent(message.content ?? "", `${path}.content`, readPicture),
    ...cacheOf(message),
  };
}
