import type { Input, Schema } from "@portico/contract/facts";
import { fieldsOf, isFields } from "@portico/core/json/shape";
import type { ContentPart, Question, Turn } from "@portico/core/simulated-model";
import type { Named } from "../call.ts";
import { openSeal } from "./seals.ts";
import { isThinking } from "./thoughts.ts";

export type ResponseRequest = Named<Input<"createResponse">["body"]>;
type InputItem = Exclude<ResponseRequest["input"], string>[number];

/** The request as the simulated model is asked it, read as the gateway reads it. */
export function readQuestion(request: ResponseRequest): Question {
  const { instructions, max_output_tokens, parallel_tool_calls } = request;
  const textFormat = readTextFormat(request.text);
  return {
    thinks: isThinking(request),
    conversation: readConversation(request.input),
    tools: functionsOf(request).map(readTool),
    toolChoice: readToolChoice(request),
    ...(instructions && { instructions }),
    ...(typeof max_output_tokens === "number" && { maxOutputTokens: max_output_tokens }),
    ...(typeof parallel_tool_calls === "boolean" && { parallelToolCalls: parallel_tool_calls }),
    ...(textFormat && { textFormat }),
  };
}

export function functionsOf({ tools }: ResponseRequest): Schema<"FunctionTool">[] {
  return (tools ?? []).filter((tool): tool is Schema<"FunctionTool"> => tool.type === "function");
}

function readTool({ name, description, parameters }: Schema<"FunctionTool">) {
  return { name, ...(description && { description }), ...(parameters && { parameters }) };
}

/** Without functions, `required` is dropped, because no call is possible. */
function readToolChoice(request: ResponseRequest): Question["toolChoice"] {
  const choice = request.tool_choice ?? "auto";
  if (typeof choice !== "string") return { name: choice.name };
  return choice === "required" && functionsOf(request).length === 0 ? "auto" : choice;
}

function readTextFormat(text: ResponseRequest["text"]): Question["textFormat"] {
  const { type, schema } = fieldsOf(text?.["format"]);
  if (type === "json_object") return { type };
  return type === "json_schema" && isFields(schema) ? { type, schema } : undefined;
}

function readConversation(input: ResponseRequest["input"]): Turn[] {
  if (typeof input === "string") return [{ type: "message", role: "user", content: said(input) }];
  return input.flatMap(readItem);
}

function readItem(item: InputItem): Turn[] {
  switch (item.type) {
    case "function_call":
      return [
        {
          type: "call",
          callId: item.call_id,
          name: item.name,
          arguments: item.arguments.trim() === "" ? "{}" : item.arguments,
        },
      ];
    case "function_call_output":
      return [{ type: "result", callId: item.call_id, output: readContent(item.output) }];
    case "reasoning":
      return openSeal(item.encrypted_content);
    default:
      return readMessage(item.role, readContent(item.content));
  }
}

/** Clients send an empty assistant message before calls. */
function readMessage(
  role: "system" | "developer" | "user" | "assistant",
  content: ContentPart[],
): Turn[] {
  const isEmpty = content.every((part) => part.type === "text" && part.text === "");
  return role === "assistant" && isEmpty ? [] : [{ type: "message", role, content }];
}

function readContent(content: string | readonly Schema<"EasyContentPart">[]): ContentPart[] {
  return typeof content === "string" ? said(content) : content.map(readPart);
}

function readPart(part: Schema<"EasyContentPart">): ContentPart {
  switch (part.type) {
    case "input_image":
      return { type: "image" };
    case "input_file":
      return { type: "file" };
    default:
      return { type: "text", text: part.text };
  }
}

function said(text: string): ContentPart[] {
  return [{ type: "text", text }];
}
