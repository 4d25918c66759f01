import type { Turn } from "@portico/core/model-call/respond-call";
import { at, itemsAt, textAt } from "../readers/reading.ts";
import { definedTool, joined, type RequestDialect, say } from "./dialect.ts";

export const anthropicRequests: RequestDialect = {
  toCall(body) {
    const messages = itemsAt(body, "messages");
    const blocks = messages.flatMap((message) => blocksOf(at(message, "content")));
    const tools = itemsAt(body, "tools");
    const ids = new Set(blocks.map((block) => at(block, "id")));
    const isPlain =
      messages.every((message) => at(message, "role") !== "system") &&
      // The dialect accepts an answer without its call.
      blocks.every(
        (block) => at(block, "type") !== "tool_result" || ids.has(at(block, "tool_use_id")),
      ) &&
      blocks.every((block) =>
        ["text", "tool_use", "tool_result"].includes(textAt(block, "type")),
      ) &&
      tools.every((tool) => at(tool, "input_schema") !== undefined && !at(tool, "defer_loading")) &&
      !at(body, "thinking");
    if (!isPlain) return undefined;

    const system = systemText(body);
    return {
      ...(system === "" ? {} : { instructions: system }),
      conversation: messages.flatMap((message) =>
        blocksOf(at(message, "content")).map((block) =>
          toTurn(at(message, "role") === "assistant" ? "assistant" : "user", block),
        ),
      ),
      tools: tools.map((tool) =>
        definedTool(textAt(tool, "name"), textAt(tool, "description"), at(tool, "input_schema")),
      ),
      toolChoice: choiceOf(at(body, "tool_choice")),
      maxOutputTokens: Number(at(body, "max_tokens")),
    };
  },
  plain(body) {
    return {
      system: systemText(body),
      max_tokens: at(body, "max_tokens"),
      messages: joined(
        itemsAt(body, "messages").map((message) => ({
          role: textAt(message, "role"),
          content: blocksOf(at(message, "content")).map(plainBlock),
        })),
      ),
      tools: itemsAt(body, "tools").map((tool) => [
        textAt(tool, "name"),
        textAt(tool, "description"),
        at(tool, "input_schema"),
      ]),
      choice: choiceOf(at(body, "tool_choice")),
    };
  },
};

function systemText(body: unknown): string {
  return blocksOf(at(body, "system"))
    .map((block) => textAt(block, "text"))
    .join("");
}

function blocksOf(content: unknown): readonly unknown[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : itemsAt(content);
}

function toTurn(role: "user" | "assistant", block: unknown): Turn {
  switch (at(block, "type")) {
    case "tool_use":
      return {
        type: "call",
        callId: textAt(block, "id"),
        name: textAt(block, "name"),
        arguments: JSON.stringify(at(block, "input")),
      };
    case "tool_result":
      return {
        type: "result",
        callId: textAt(block, "tool_use_id"),
        output: blocksOf(at(block, "content")).map((part) => ({
          type: "text",
          text: textAt(part, "text"),
        })),
      };
    default:
      return say(role, textAt(block, "text"));
  }
}

function plainBlock(block: unknown): unknown {
  switch (at(block, "type")) {
    case "tool_use":
      return ["call", at(block, "id"), at(block, "name"), at(block, "input")];
    case "tool_result":
      return ["result", at(block, "tool_use_id"), blocksOf(at(block, "content")).map(plainBlock)];
    default:
      return ["text", at(block, "text")];
  }
}

function choiceOf(choice: unknown): "auto" | "required" | { name: string } {
  switch (at(choice, "type")) {
    case "tool":
      return { name: textAt(choice, "name") };
    case "any":
      return "required";
    default:
      return "auto";
  }
}
