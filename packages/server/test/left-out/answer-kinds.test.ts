import { loadDocument } from "@portico/contract";
import { describe, expect, it } from "vitest";
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
