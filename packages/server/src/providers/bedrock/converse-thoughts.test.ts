import type { RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { emptyCall } from "../../../test/providers/sample.ts";
import { toConverseBody } from "./converse-body.ts";

const claude = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
const other = "openai.gpt-oss-120b-1:0";

function body(call: Partial<RespondCall>): Record<string, unknown> {
  const whole = { ...emptyCall, model: claude, tools: [{ name: "f" }], ...call };
  return JSON.parse(JSON.stringify(toConverseBody(whole)));
}

function contentsOf(call: Partial<RespondCall>): readonly unknown[] {
  const { messages } = body(call);
  return Array.isArray(messages) ? messages.map((message) => Object(message).content) : [];
}

const say = (role: "user" | "assistant", text: string): Turn => ({
  type: "message",
  role,
  content: [{ type: "text", text }],
});
const think = (family: string, data: object): Turn => ({
  type: "thought",
  text: "",
  carrier: { family, of: "thought", data: JSON.stringify(data) },
});
const use: Turn = { type: "call", callId: "a", name: "f", arguments: "{}" };
const result: Turn = { type: "result", callId: "a", output: [{ type: "text", text: "1" }] };
const toolUse = { toolUse: { toolUseId: "a", name: "f", input: {} } };

describe("thoughts of earlier turns, for Converse", () => {
  it("are Claude's blocks in Converse's form, in their place", () => {
    const conversation = [
      say("user", "Go"),
      think("anthropic", { type: "thinking", thinking: "Hm", signature: "sig-1" }),
      say("assistant", "First\n"),
      think("anthropic", { type: "redacted_thinking", data: "EmwKAhgB" }),
      use,
      result,
    ];
    expect(contentsOf({ conversation })[1]).toEqual([
      { reasoningContent: { reasoningText: { text: "Hm", signature: "sig-1" } } },
      { text: "First\n" },
      { reasoningContent: { redactedContent: "RW13S0FoZ0I=" } },
      toolUse,
    ]);
  });

  const own = think("bedrock", { reasoningText: { text: "Hm" } });
  const written = { reasoningContent: { reasoningText: { text: "Hm" } } };

  it("of other models are sent only for the current turn", () => {
    const earlier = [say("user", "Go"), own, say("assistant", "So"), say("user", "And?")];
    const conversation = [...earlier, own, use, result];
    const contents = contentsOf({ conversation, model: other });
    expect([contents[1], contents[3]]).toEqual([[{ text: "So" }], [written, toolUse]]);
  });

  it.each([
    ["Claude's for another model", other, think("anthropic", { type: "thinking", thinking: "Hm" })],
    ["another model's for Claude", claude, own],
  ])("are left out: %s", (_, model, thought) => {
    const conversation = [say("user", "Go"), thought, use, result];
    expect(contentsOf({ conversation, model })[1]).toEqual([toolUse]);
  });

  it("are left out where calls are written as text", () => {
    const thought = think("anthropic", { type: "thinking", thinking: "Hm", signature: "x" });
    const conversation = [say("user", "Go"), thought, use, result];
    expect(contentsOf({ conversation, tools: [] })[1]).toEqual([{ text: "Called f (a) with {}" }]);
  });

  it("let Claude think on amid calls", () => {
    const thought = think("anthropic", { type: "thinking", thinking: "Hm", signature: "x" });
    const call = { reasoning: { effort: "high" }, maxOutputTokens: 10_000 };
    const on = { thinking: { type: "enabled", budget_tokens: 8_000 } };
    const conversation = [say("user", "Go"), thought, use, result];
    expect(body({ ...call, conversation })["additionalModelRequestFields"]).toEqual(on);
    const without = [say("user", "Go"), use, result];
    expect(body({ ...call, conversation: without })).not.toHaveProperty(
      "additionalModelRequestFields",
    );
  });
});

describe("a caller of Anthropic's own wire, at Converse", () => {
  it("has the betas and fields that Converse has a place for", () => {
    const passThrough = {
      family: "anthropic",
      headers: { "anthropic-beta": "context-1m-2025-08-07,context-management-2025-06-27" },
      fields: { context_management: {}, thinking: { type: "disabled" } },
      tools: [{ type: "bash_20250124", name: "bash" }],
    };
    const sent = body({ passThrough, credential: "own" });
    expect(sent["additionalModelRequestFields"]).toEqual({
      anthropic_beta: ["context-1m-2025-08-07"],
      thinking: { type: "disabled" },
    });
    expect(Object(sent["toolConfig"]).tools).toHaveLength(1);
    const others = body({ passThrough, model: other });
    expect(others).not.toHaveProperty("additionalModelRequestFields");
  });
});
