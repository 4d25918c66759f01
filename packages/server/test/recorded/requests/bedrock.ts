import type { Turn } from "@portico/core/model-call/respond-call";
import { at, itemsAt, textAt } from "../readers/reading.ts";
import { definedTool, joined, type RequestDialect, say } from "./dialect.ts";

export const bedrockRequests: RequestDialect = {
  toCall(body) {
    const messages = itemsAt(body, "messages");
    const blocks = messages.flatMap((message) => itemsAt(message, "content"));
    const isPlain =
      messages.every((message) => Array.isArray(at(message, "content"))) &&
      blocks.every((block) => at(block, "text") ?? at(block, "toolUse") ?? isTextResult(block)) &&
      itemsAt(body, "toolConfig", "tools").every((tool) => at(tool, "toolSpec") !== undefined) &&
      at(body, "additionalModelRequestFields") === undefined;
    if (!isPlain) return undefined;

    const system = systemText(body);
    const max = at(body, "inferenceConfig", "maxTokens");
    return {
      ...(system === "" ? {} : { instructions: system }),
      conversation: messages.flatMap((message) =>
        itemsAt(message, "content").map((block) =>
          toTurn(at(message, "role") === "assistant" ? "assistant" : "user", block),
        ),
      ),
      tools: specsOf(body).map((spec) =>
        definedTool(
          textAt(spec, "name"),
          textAt(spec, "description"),
          at(spec, "inputSchema", "json"),
        ),
      ),
      ...(typeof max === "number" ? { maxOutputTokens: max } : {}),
    };
  },
  plain(body) {
    return {
      system: systemText(body),
      messages: joined(
        itemsAt(body, "messages").map((message) => ({
          role: textAt(message, "role"),
          content: itemsAt(message, "content").map(plainBlock),
        })),
      ),
      tools: specsOf(body).map((spec) => [
        textAt(spec, "name"),
        textAt(spec, "description"),
        at(spec, "inputSchema", "json"),
      ]),
      max: at(body, "inferenceConfig", "maxTokens"),
    };
  },
};

function specsOf(body: unknown): readonly unknown[] {
  return itemsAt(body, "toolConfig", "tools").map((tool) => at(tool, "toolSpec"));
}

function systemText(body: unknown): string {
  return itemsAt(body, "system")
    .map((part) => textAt(part, "text"))
    .join("");
}

function isTextResult(block: unknown): boolean {
  const content = itemsAt(block, "toolResult", "content");
  return content.length > 0 && content.every((part) => typeof at(part, "text") === "string");
}

function toTurn(role: "user" | "assistant", block: unknown): Turn {
  const call = at(block, "toolUse");
  if (call !== undefined)
    return {
      type: "call",
      callId: textAt(call, "toolUseId"),
      name: textAt(call, "name"),
      arguments: JSON.stringify(at(call, "input")),
    };

  const result = at(block, "toolResult");
  return result === undefined
    ? say(role, textAt(block, "text"))
    : {
        type: "result",
        callId: textAt(result, "toolUseId"),
        output: itemsAt(result, "content").map((part) => ({
          type: "text",
          text: textAt(part, "text"),
        })),
      };
}

function plainBlock(block: unknown): unknown {
  const call = at(block, "toolUse");
  if (call !== undefined)
    return ["call", at(call, "toolUseId"), at(call, "name"), at(call, "input")];

  const result = at(block, "toolResult");
  return result === undefined
    ? ["text", textAt(block, "text").trimEnd()]
    : ["result", at(result, "toolUseId"), at(result, "content")];
}
