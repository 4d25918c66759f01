import type { Input, Schema } from "@portico/contract/facts";
import type { ContentPart, Question, Turn } from "@portico/core/simulated-model";
import type { Named } from "../call.ts";
import { openThoughts } from "./chat-thoughts.ts";
import { isThinking } from "./thoughts.ts";

export type ChatRequest = Named<Input<"createChatCompletion">["body"]>;
type Message = Schema<"ChatMessage">;
type Part = Schema<"ChatContentPart"> | Schema<"ChatAssistantPart">;

/** The request as the simulated model is asked it, read as the gateway reads it. */
export function readChatQuestion(request: ChatRequest): Question {
  const limits = [request.max_tokens, request.max_completion_tokens].filter(
    (limit) => typeof limit === "number",
  );
  const { parallel_tool_calls: parallelToolCalls } = request;
  const textFormat = readTextFormat(request.response_format);
  return {
    thinks: isThinking(request),
    conversation: request.messages.flatMap(readMessage),
    tools: chatFunctionsOf(request).map(readTool),
    toolChoice: readToolChoice(request),
    ...(limits.length > 0 && { maxOutputTokens: Math.min(...limits) }),
    ...(typeof parallelToolCalls === "boolean" && { parallelToolCalls }),
    ...(textFormat && { textFormat }),
  };
}

export function chatFunctionsOf({ tools }: ChatRequest): Schema<"ChatFunctionTool">["function"][] {
  return (tools ?? []).filter(isFunctionTool).map((tool) => tool.function);
}

function isFunctionTool(tool: Schema<"ChatTool">): tool is Schema<"ChatFunctionTool"> {
  return tool.type === "function";
}

function readTool({
  name,
  description,
  parameters,
}: Schema<"ChatFunctionTool">["function"]): Question["tools"][number] {
  return { name, ...(description && { description }), ...(parameters && { parameters }) };
}

/** Without functions, `required` is dropped, because no call is possible. */
function readToolChoice(request: ChatRequest): Question["toolChoice"] {
  const choice = request.tool_choice ?? "auto";
  if (typeof choice !== "string") return { name: choice.function.name };
  return choice === "required" && chatFunctionsOf(request).length === 0 ? "auto" : choice;
}

function readTextFormat(format: ChatRequest["response_format"]): Question["textFormat"] {
  if (format?.type === "json_object") return { type: "json_object" };
  if (format?.type !== "json_schema") return undefined;
  const { schema } = format.json_schema;
  return schema ? { type: "json_schema", schema } : { type: "json_object" };
}

function readMessage(message: Message): Turn[] {
  switch (message.role) {
    case "assistant":
      return readAssistant(message);
    case "tool": {
      const output = readContent(message.content ?? "");
      return [{ type: "result", callId: message.tool_call_id, output }];
    }
    default:
      return [{ type: "message", role: message.role, content: readContent(message.content) }];
  }
}

/** What the assistant thought, what it said, then its calls. Clients send an empty text with calls. */
function readAssistant(message: Schema<"ChatAssistantMessage">): Turn[] {
  const content = readContent(message.content || message.refusal || "");
  const isEmpty = content.every((part) => part.type === "text" && part.text === "");
  const calls = (message.tool_calls ?? []).map(
    ({ id, function: called }): Turn => ({
      type: "call",
      callId: id,
      name: called.name,
      arguments: called.arguments.trim() === "" ? "{}" : called.arguments,
    }),
  );
  const thoughts = openThoughts(message);
  return isEmpty
    ? [...thoughts, ...calls]
    : [...thoughts, { type: "message", role: "assistant", content }, ...calls];
}

function readContent(content: string | readonly Part[]): ContentPart[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content.map(readPart);
}

function readPart(part: Part): ContentPart {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "refusal":
      return { type: "text", text: part.refusal };
    case "image_url":
      return { type: "image" };
    case "input_audio":
    case "file":
      return { type: "file" };
  }
}
