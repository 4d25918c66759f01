import type { Input, Schema } from "@portico/contract/facts";
import type { ContentPart, Question, Turn } from "@portico/core/simulated-model";
import type { Named } from "../call.ts";
import { openSeal } from "./seals.ts";
import { isThinking } from "./thoughts.ts";

export type MessageRequest = Named<Input<"createMessage">["body"]>;
/** What is counted, and what a request for a message has too. */
export type MessageConversation = Named<Schema<"MessagesConversation">>;
type Block = Schema<"MessagesBlock">;
type OwnTool = Schema<"MessagesOwnTool">;

/** The conversation as the simulated model is asked it, read as the gateway reads it. */
export function readMessageQuestion(request: MessageConversation, maxTokens?: number): Question {
  const { system, messages, tool_choice: choice, output_config: config } = request;
  const systemTurns: Turn[] =
    Array.isArray(system) && system.length > 0
      ? [{ type: "message", role: "system", content: system.map(readPart) }]
      : [];
  return {
    thinks: isThinking(request),
    conversation: [...systemTurns, ...messages.flatMap(readTurn)],
    tools: ownToolsOf(request).map(readTool),
    toolChoice: readToolChoice(request),
    ...(typeof system === "string" && system !== "" && { instructions: system }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(choice?.disable_parallel_tool_use === true && { parallelToolCalls: false }),
    ...(config?.format && {
      textFormat: { type: "json_schema", schema: config.format.schema } as const,
    }),
  };
}

/** The tools that the caller runs. */
export function ownToolsOf({ tools }: MessageConversation): OwnTool[] {
  return (tools ?? []).filter(isOwn);
}

export function isOwn(tool: Schema<"MessagesTool">): tool is OwnTool {
  return (tool.type ?? "custom") === "custom";
}

function readTool({ name, description, input_schema: parameters }: OwnTool) {
  return { name, ...(description && { description }), parameters };
}

/** Without tools of the caller's own, no call is possible. */
function readToolChoice(request: MessageConversation): Question["toolChoice"] {
  const choice = request.tool_choice ?? { type: "auto" };
  const own = ownToolsOf(request);
  switch (choice.type) {
    case "tool":
      return own.some(({ name }) => name === choice.name) ? { name: choice.name } : "auto";
    case "any":
      return own.length === 0 ? "auto" : "required";
    default:
      return choice.type;
  }
}

function readTurn({ role, content }: Schema<"MessagesTurn">): Turn[] {
  if (typeof content === "string") return said(role, [{ type: "text", text: content }]);
  const turns: Turn[] = [];
  // What stands between calls, results and thoughts is one message.
  let parts: ContentPart[] = [];
  for (const block of content) {
    const turn = readOwnTurn(block);
    if (turn === null) parts.push(readPart(block));
    else {
      if (parts.length > 0) turns.push(...said(role, parts));
      turns.push(...turn);
      parts = [];
    }
  }
  return parts.length > 0 || content.length === 0 ? [...turns, ...said(role, parts)] : turns;
}

/** Clients send an assistant's empty text before calls. */
function said(role: "user" | "assistant" | "system", content: ContentPart[]): Turn[] {
  const isEmpty = content.every((part) => part.type === "text" && part.text === "");
  return role === "assistant" && isEmpty ? [] : [{ type: "message", role, content }];
}

/** What is a turn of its own; null for a part of a message. */
function readOwnTurn(block: Block): Turn[] | null {
  if (isBlock(block, "tool_use"))
    return [
      {
        type: "call",
        callId: block.id,
        name: block.name,
        arguments: JSON.stringify(block.input),
      },
    ];
  if (isBlock(block, "tool_result"))
    return [{ type: "result", callId: block.tool_use_id, output: readResult(block.content) }];
  if (isBlock(block, "thinking")) return readThought(block);
  return isBlock(block, "redacted_thinking") ? openSeal(block.data) : null;
}

function readResult(content: Schema<"MessagesToolResult">["content"]): ContentPart[] {
  return typeof content === "object" && content !== null
    ? content.map(readPart)
    : [{ type: "text", text: content ?? "" }];
}

/** The seal holds the thought's words too; without it, words are all that there is. */
function readThought({ thinking: text, signature }: Schema<"MessagesThought">): Turn[] {
  if (signature) return openSeal(signature);
  return text === "" ? [] : [{ type: "thought", text }];
}

/** Of what is no text, the model knows only that it is there. */
function readPart(block: Block): ContentPart {
  if (isBlock(block, "text")) return { type: "text", text: block.text };
  if (isBlock(block, "image")) return { type: "image" };
  if (!isBlock(block, "document")) return { type: "foreign" };
  const { source, title, context } = block;
  if (source.type !== "text" || !("data" in source)) return { type: "file" };
  return { type: "text", text: [title, context, source.data].filter(Boolean).join("\n\n") };
}

/** The blocks that the mock knows, by type. */
interface KnownBlocks {
  readonly text: Schema<"MessagesText">;
  readonly image: Schema<"MessagesImage">;
  readonly document: Schema<"MessagesDocument">;
  readonly tool_use: Schema<"MessagesToolUse">;
  readonly tool_result: Schema<"MessagesToolResult">;
  readonly thinking: Schema<"MessagesThought">;
  readonly redacted_thinking: Schema<"MessagesRedactedThought">;
}

export function isBlock<Type extends keyof KnownBlocks>(
  block: Block,
  type: Type,
): block is KnownBlocks[Type] {
  return block.type === type;
}
