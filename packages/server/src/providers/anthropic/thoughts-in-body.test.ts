import type { Carrier } from "@portico/core/model-call/carrier";
import type { RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { emptyCall } from "../../../test/providers/sample.ts";
import { toMessagesBody } from "./messages-body.ts";

const budgeted = "claude-sonnet-4-5-20250929";
const adaptive = "claude-opus-4-8";
const unasked = "claude-opus-5";

function body(call: Partial<RespondCall>): Record<string, unknown> {
  const whole = { ...emptyCall, model: budgeted, maxOutputTokens: 10_000, ...call };
  return JSON.parse(JSON.stringify(toMessagesBody(whole)));
}

function assistantIn(call: Partial<RespondCall>): unknown {
  return Object(body(call)["messages"])[1]?.content;
}

const say = (role: "user" | "assistant", text: string): Turn => ({
  type: "message",
  role,
  content: [{ type: "text", text }],
});
const think = (block: object, family = "anthropic", of: Carrier["of"] = "thought"): Turn => ({
  type: "thought",
  text: "not what is sent",
  carrier: { family, of, data: JSON.stringify(block) },
});
const use = (callId: string): Turn => ({ type: "call", callId, name: "f", arguments: "{}" });
const result = (callId: string): Turn => ({ type: "result", callId, output: [] });

const thinking = { type: "thinking", thinking: "Hm", signature: "sig-1" };
const omitted = { type: "thinking", thinking: "", signature: "sig-2" };
const redacted = { type: "redacted_thinking", data: "EmwKAhgB" };
const used = (id: string) => ({ type: "tool_use", id, name: "f", input: {} });

describe("thoughts of earlier turns, for Anthropic", () => {
  it("are sent as their original blocks, in their place among texts and calls", () => {
    const conversation = [
      say("user", "Go"),
      think(thinking),
      think(redacted),
      say("assistant", "First\n\n"),
      use("a"),
      think(omitted),
      use("b"),
      result("a"),
      result("b"),
    ];
    expect(assistantIn({ conversation })).toEqual([
      thinking,
      redacted,
      { type: "text", text: "First\n\n" },
      used("a"),
      omitted,
      used("b"),
    ]);
  });

  it.each<[string, Turn]>([
    ["of another family", think(thinking, "openai")],
    ["without a carrier", { type: "thought", text: "Hm" }],
    ["that belong to a text", think(thinking, "anthropic", "text")],
  ])("are left out if they are %s", (_, thought) => {
    const conversation = [say("user", "Go"), thought, use("a"), result("a")];
    expect(assistantIn({ conversation })).toEqual([used("a")]);
  });

  it("never end a message, which would be refused", () => {
    const conversation = [say("user", "Go"), say("assistant", "Hm"), think(thinking)];
    const asked = [...conversation, say("user", "And?")];
    expect(assistantIn({ conversation: asked })).toEqual([{ type: "text", text: "Hm" }]);
  });
});

describe("thinking amid calls", () => {
  const reasoning = { effort: "low" };
  const on = { type: "enabled", budget_tokens: 2_000 };

  it.each<[string, readonly Turn[]]>([
    ["its only message has thoughts", [think(thinking), use("a"), result("a")]],
    ["its thoughts are redacted", [think(redacted), use("a"), result("a")]],
    [
      "its first message has thoughts",
      [think(thinking), use("a"), result("a"), use("b"), result("b")],
    ],
    [
      "its last message has thoughts",
      [use("a"), result("a"), think(thinking), use("b"), result("b")],
    ],
    [
      "the results come with a text",
      [think(thinking), use("a"), result("a"), say("user", "Hurry")],
    ],
  ])("goes on where, of the turn that goes on, %s", (_, turn) => {
    const conversation = [say("user", "Go"), ...turn];
    expect(body({ conversation, reasoning })["thinking"]).toEqual(on);
  });

  it.each<[string, readonly Turn[]]>([
    ["are missing", [use("a"), result("a")]],
    ["are another vendor's", [think(thinking, "gemini"), use("a"), result("a")]],
    [
      "are an earlier turn's",
      [
        think(thinking),
        use("a"),
        result("a"),
        say("assistant", "So"),
        say("user", "And?"),
        use("b"),
        result("b"),
      ],
    ],
    ["come after a text", [say("assistant", "Well"), think(thinking), use("a"), result("a")]],
  ])("stops where thoughts %s, because the request would be refused", (_, turn) => {
    const conversation = [say("user", "Go"), ...turn];
    expect(body({ conversation, reasoning })).not.toHaveProperty("thinking");
  });

  it("goes on without them where the model thinks adaptively", () => {
    const conversation = [say("user", "Go"), use("a"), result("a")];
    const sent = body({ conversation, reasoning, model: adaptive });
    expect(sent["thinking"]).toEqual({ type: "adaptive", display: "summarized" });
  });
});

describe("a caller who wants to see thoughts", () => {
  const seen = { text: true, carriers: true };

  it("has them shown by a model that thinks unasked", () => {
    const shown = { type: "adaptive", display: "summarized" };
    const sent = body({ thoughts: seen, model: unasked });
    expect(sent["thinking"]).toEqual(shown);
    expect(sent).not.toHaveProperty("output_config");
    const asked = body({ thoughts: seen, model: unasked, reasoning: { effort: "high" } });
    expect([asked["thinking"], asked["output_config"]]).toEqual([shown, { effort: "high" }]);
  });

  it.each<[string, Partial<RespondCall>]>([
    ["a model that thinks only if asked", { thoughts: seen, model: adaptive }],
    ["an effort of none", { thoughts: seen, model: unasked, reasoning: { effort: "none" } }],
    ["carriers alone", { thoughts: { text: false, carriers: true }, model: unasked }],
    ["nothing", { model: unasked }],
  ])("asks for no thinking with %s", (_, call) => {
    expect(body(call)).not.toHaveProperty("thinking");
  });
});
