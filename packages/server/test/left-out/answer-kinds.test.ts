import { loadDocument } from "@portico/contract";
import { describe, expect, it } from "vitest";
import { eventFrame } from "../providers/frames.ts";
import { ask, events } from "../providers/sample.ts";
import { kindsIn } from "./kinds-in-types.ts";

const { schemas = {} } = loadDocument().components ?? {};
const typesOf = (schema: string): readonly string[] =>
  Object(schemas[schema]).properties.type.enum ?? [];

/** Answers of tools that no vendor is sent, or that the caller gives. */
const neverAnswered = {
  responses: [
    "computer_call_output",
    "function_call_output",
    "custom_tool_call_output",
    "tool_search_call",
    "tool_search_output",
    "additional_tools",
    "program",
    "program_output",
    "local_shell_call",
    "local_shell_call_output",
    "shell_call",
    "shell_call_output",
    "apply_patch_call",
    "apply_patch_call_output",
    "compaction",
    "mcp_approval_request",
    "mcp_approval_response",
  ],
  // Compaction at the vendor is asked for by no request that goes on.
  messages: ["compaction"],
};

describe("each kind of a vendor's answer", () => {
  it("of OpenAI's responses is neutral, handed on as it is, or never asked for", () => {
    const known = ["message", "reasoning", "function_call", "custom_tool_call"];
    expect([...known, ...typesOf("HostedToolItem"), ...neverAnswered.responses].sort()).toEqual(
      kindsIn("openai", "responses/responses.d.ts", "ResponseOutputItem"),
    );
  });

  it("of Anthropic's messages is neutral, handed on as it is, or never asked for", () => {
    const known = ["text", "thinking", "redacted_thinking", "tool_use"];
    expect([...known, ...typesOf("MessagesHostedBlock"), ...neverAnswered.messages].sort()).toEqual(
      kindsIn("@anthropic-ai/sdk", "beta/messages/messages.d.ts", "BetaContentBlock"),
    );
  });
});

const isField = (name: string) => name === "images" || name === "audio";

/** Answers for a caller of another wire than the vendor's, in both forms of a reply. */
const answersOf = {
  responses: (type: string) => {
    const item = { type, id: "i_1", status: "completed" };
    const response = { object: "response", status: "completed", output: [item] };
    return [
      response,
      events(
        { type: "response.output_item.done", output_index: 0, item },
        { type: "response.completed", response },
      ),
    ];
  },
  messages: (type: string) => {
    const content_block = { type, id: "b_1", tool_use_id: "b_1" };
    return [
      { type: "message", content: [content_block], stop_reason: "end_turn" },
      events(
        { type: "content_block_start", index: 0, content_block },
        { type: "content_block_stop", index: 0 },
        { type: "message_stop" },
      ),
    ];
  },
  chat: (type: string) => {
    const message = isField(type)
      ? { content: "So", audio: null, images: [], [type]: [{ type: "image_url" }] }
      : { content: [{ type: "text", text: "So" }, { type }] };
    return [
      { choices: [{ message, finish_reason: "stop" }] },
      `${events({ choices: [{ delta: message, finish_reason: "stop" }] })}data: [DONE]\n\n`,
    ];
  },
  cohere: (type: string) => {
    const content = [{ type: "text", text: "So" }, ...(isCited(type) ? [] : [{ type }])];
    const message = { content, citations: isCited(type) ? [{ start: 0, end: 2 }] : [] };
    const pieces = content.map((piece, index) => ({
      ...{ type: "content-start", index },
      delta: { message: { content: piece } },
    }));
    return [
      { message, finish_reason: "COMPLETE" },
      events(...pieces, ...(isCited(type) ? [{ type: "citation-start", index: 0 }] : []), {
        type: "message-end",
        delta: { finish_reason: "COMPLETE" },
      }),
    ];
  },
  ollama: (type: string) => {
    const message = { role: "assistant", content: "So", tool_calls: [], audio: [], [type]: ["x"] };
    return [
      { message, done: true },
      `${JSON.stringify({ message })}\n${JSON.stringify({ message, done: true })}\n`,
    ];
  },
  converse: (type: string) => {
    const blocks = [{ text: "So" }, { [type]: { of: "it" } }];
    return [
      { output: { message: { content: blocks } }, stopReason: "end_turn" },
      Buffer.concat([
        ...blocks.map((delta, contentBlockIndex) =>
          eventFrame("contentBlockDelta", { contentBlockIndex, delta }),
        ),
        eventFrame("contentBlockStart", { contentBlockIndex: 2, start: { [type]: {} } }),
        eventFrame("messageStop", { stopReason: "end_turn" }),
        eventFrame("metadata", { usage: { inputTokens: 1, outputTokens: 1 } }),
      ]),
    ];
  },
};

function isCited(type: string): boolean {
  return type === "citations";
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html, read on 27 November 2026. */
const blocksOfConverse = [
  ...["image", "document", "video", "audio", "toolResult", "guardContent", "cachePoint"],
  ...["citation", "citationsContent", "searchResult", "to_come"],
];

describe.each([
  ["openai", "responses", [...typesOf("HostedToolItem"), ...neverAnswered.responses]],
  ["anthropic", "messages", [...typesOf("MessagesHostedBlock"), ...neverAnswered.messages]],
  ["openai-compatible", "chat", ["reference", "image_url", "images", "audio"]],
  ["cohere", "cohere", ["citations", "image_url", "to_come"]],
  ["ollama", "ollama", ["images", "to_come"]],
  ["bedrock", "converse", blocksOfConverse],
] as const)("what %s answers unasked", (kind, wire, kinds) => {
  it.each(kinds)("is named by a notice where it comes all the same: %s", async (type) => {
    for (const said of answersOf[wire](type)) {
      const isStream = typeof said === "string" || Buffer.isBuffer(said);
      const body = isStream ? said : JSON.stringify(said);
      const settings = { baseUrl: "https://upstream.example.test/v1" };
      const { parts, error } = await ask({ kind, body, settings, call: { stream: isStream } });
      expect(error).toBeUndefined();
      const finish = parts.find((part) => part.type === "finish");
      expect(finish?.notice).toBe(
        `The provider also answered what has no form here, and it was left out: ${type}.`,
      );
    }
  });
});
