import type { Turn } from "@portico/core/model-call/respond-call";
import { at, itemsAt, textAt } from "../readers/reading.ts";
import { definedTool, type RequestDialect, say } from "./dialect.ts";

export const cohereRequests: RequestDialect = {
  toCall(body) {
    const messages = itemsAt(body, "messages");
    const roles = messages.map((message) => at(message, "role"));
    const isPlain =
      messages.length > 0 &&
      // Instructions in the middle move to the front, as in the other dialects.
      roles.lastIndexOf("system") <= 0 &&
      !at(body, "documents") &&
      messages.every((message) => contentOf(message) !== undefined);
    if (!isPlain) return undefined;

    return {
      conversation: messages.flatMap(toTurns),
      tools: itemsAt(body, "tools").map((tool) =>
        definedTool(
          textAt(tool, "function", "name"),
          textAt(tool, "function", "description"),
          at(tool, "function", "parameters"),
        ),
      ),
    };
  },
  plain(body) {
    return {
      model: at(body, "model"),
      messages: itemsAt(body, "messages").map((message) => [
        at(message, "role"),
        contentOf(message),
        at(message, "tool_call_id"),
        itemsAt(message, "tool_calls").map((call) => [
          at(call, "id"),
          at(call, "function", "name"),
          at(call, "function", "arguments"),
        ]),
      ]),
      tools: itemsAt(body, "tools").map((tool) => [
        textAt(tool, "function", "name"),
        textAt(tool, "function", "description"),
        at(tool, "function", "parameters"),
      ]),
    };
  },
};

/** The text; undefined where there is something else as well. */
function contentOf(message: unknown): string | undefined {
  const content = at(message, "content");
  if (typeof content === "string" || content === undefined || content === null)
    return content ?? "";

  const parts = itemsAt(content);
  return parts.every((part) => at(part, "type") === "text")
    ? parts.map((part) => textAt(part, "text")).join("")
    : undefined;
}

function toTurns(message: unknown): Turn[] {
  const text = contentOf(message) ?? "";
  const role = at(message, "role");
  if (role === "tool") {
    const callId = textAt(message, "tool_call_id");
    return [{ type: "result", callId, output: [{ type: "text", text }] }];
  }
  const calls = itemsAt(message, "tool_calls").map(
    (call): Turn => ({
      type: "call",
      callId: textAt(call, "id"),
      name: textAt(call, "function", "name"),
      arguments: textAt(call, "function", "arguments"),
    }),
  );
  const said = role === "system" || role === "assistant" ? role : "user";
  return text === "" ? calls : [say(said, text), ...calls];
}
