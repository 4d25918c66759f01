import type { Thought, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { ask, emptyCall, spoken } from "../../../test/providers/sample.ts";
import { toChatBody } from "./chat-body.ts";

const thought = (text: string, data: string, family = "cohere"): Thought => ({
  type: "thought",
  text,
  carrier: { family, of: "thought", data },
});
const says = (text: string): Turn => ({
  type: "message",
  role: "assistant",
  content: [{ type: "text", text }],
});
const called: Turn = { type: "call", callId: "c1", name: "f", arguments: "{}" };
const conversation = [
  ...[thought("Plan", "tool_plan"), thought("Hm", "thinking"), thought("lost", "thinking", "xai")],
  ...[says("Hi"), called],
];

function assistantOf(model: string, turns: readonly Turn[]): unknown {
  const body = toChatBody({ ...emptyCall, model, conversation: turns });
  return JSON.parse(JSON.stringify(body)).messages[0];
}

describe("thoughts of Cohere", () => {
  it("go back as a plan, and to models that think as a part of the content", () => {
    expect(assistantOf("command-a-reasoning-08-2025", conversation)).toMatchObject({
      tool_plan: "Plan",
      content: [
        { type: "thinking", thinking: "Hm" },
        { type: "text", text: "Hi" },
      ],
    });
    const plain = assistantOf("command-a-03-2025", conversation);
    expect(plain).toMatchObject({ tool_plan: "Plan", content: "Hi" });
    expect(assistantOf("command-a-03-2025", [thought("Plan", "tool_plan"), says("Hi")])).toEqual({
      role: "assistant",
      content: "Hi",
    });
  });

  it("end before what they led to", async () => {
    const body = JSON.stringify({
      message: {
        tool_plan: "Plan",
        content: [
          { type: "thinking", thinking: "Hm" },
          { type: "text", text: "Hi" },
        ],
      },
      finish_reason: "COMPLETE",
    });
    const call = { stream: false, thoughts: { text: true, carriers: true } };
    const parts = [
      ["reasoning", "Plan"],
      ["carrier", "cohere", "thought", "tool_plan"],
      ["reasoning", "Hm"],
      ["carrier", "cohere", "thought", "thinking"],
      ["text", "Hi"],
      ["finish", "stop"],
    ];
    expect(spoken(await ask({ kind: "cohere", body, call }))).toEqual(parts);
    expect(spoken(await ask({ kind: "cohere", body, call: { stream: false } }))).toEqual(
      parts.filter(([type]) => type !== "carrier"),
    );
  });
});
