import type { ContentPart, RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { at, itemsAt, textAt } from "../readers/reading.ts";
import { definedTool } from "./dialect.ts";

/**
 * A recorded chat completion's request as the neutral call with the same words in it; undefined where it holds
 * more than words: images, files, sound, and tools that the upstream runs itself.
 */
export function chatCall(body: unknown): Partial<RespondCall> | undefined {
  const messages = itemsAt(body, "messages");
  const tools = itemsAt(body, "tools");
  const parts = messages.flatMap((message) => itemsAt(message, "content"));
  const isPlain =
    messages.length > 0 &&
    parts.every((part) => at(part, "type") === "text") &&
    tools.every((tool) => at(tool, "type") === "function") &&
    !["web_search_options", "plugins", "search_parameters", "documents"].some((name) =>
      at(body, name),
    );
  if (!isPlain) return undefined;

  const schema = at(body, "response_format", "json_schema", "schema");
  return {
    conversation: messages.flatMap(toTurns),
    tools: tools.map((tool) =>
      definedTool(
        textAt(tool, "function", "name"),
        textAt(tool, "function", "description"),
        at(tool, "function", "parameters"),
      ),
    ),
    ...(schema !== undefined && {
      textFormat: { type: "json_schema", name: "answer", schema: Object(schema) },
    }),
  };
}

function toTurns(message: unknown): Turn[] {
  const content = contentOf(message);
  if (at(message, "role") === "tool")
    return [{ type: "result", callId: textAt(message, "tool_call_id"), output: content }];

  const calls = itemsAt(message, "tool_calls").map((call): Turn => {
    const [name, args] = [textAt(call, "function", "name"), textAt(call, "function", "arguments")];
    return { type: "call", callId: textAt(call, "id"), name, arguments: args };
  });
  return [{ type: "message", role: "user", content }, ...calls];
}

function contentOf(message: unknown): ContentPart[] {
  const texts = [
    textAt(message, "content"),
    textAt(message, "reasoning_content"),
    ...itemsAt(message, "content").map((part) => textAt(part, "text")),
  ];
  return texts.filter((text) => text !== "").map((text) => ({ type: "text", text }));
}
