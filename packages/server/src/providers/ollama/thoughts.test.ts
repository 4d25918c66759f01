import type { Thought, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { ask, emptyCall, spoken } from "../../../test/providers/sample.ts";
import { toOllamaRequest } from "./request.ts";

const thought = (text: string, family?: string): Thought => ({
  type: "thought",
  text,
  ...(family === undefined ? {} : { carrier: { family, of: "thought", data: "thinking" } }),
});
const says = (role: "user" | "assistant", text: string): Turn => ({
  type: "message",
  role,
  content: [{ type: "text", text }],
});
const called: Turn = { type: "call", callId: "c1", name: "f", arguments: "{}" };
const result: Turn = { type: "result", callId: "c1", output: [{ type: "text", text: "1" }] };

describe("thoughts of Ollama", () => {
  it("go back beside what they led to, plain ones of any vendor and no others", () => {
    const conversation = [
      ...[thought("A", "reasoning_content"), called, thought("lost", "anthropic"), result],
      ...[thought("B"), says("assistant", "Hi"), says("assistant", "!"), says("user", "?")],
      thought("nothing"),
      ...[says("user", "?"), says("assistant", "So"), thought("C")],
    ];
    const { messages } = toOllamaRequest({ ...emptyCall, conversation });
    expect(messages).toHaveLength(7);
    expect(messages).not.toMatchObject({ 3: { thinking: "B" } });
    expect(messages).toMatchObject([
      { role: "assistant", thinking: "A", tool_calls: [{}] },
      { role: "tool" },
      { role: "assistant", content: "Hi", thinking: "B" },
      { role: "assistant", content: "!" },
      { role: "user" },
      { role: "user" },
      { role: "assistant", content: "So", thinking: "C" },
    ]);
  });

  it("end before what they led to", async () => {
    const line = (message: object, done = false) => `${JSON.stringify({ message, done })}\n`;
    const body = [
      line({ thinking: "H" }),
      line({ thinking: "m" }),
      line({ tool_calls: [{ function: { name: "f", arguments: {} } }] }),
      line({ thinking: "So", content: "Hi" }),
      line({}, true),
    ].join("");
    const call = { thoughts: { text: true, carriers: true } };
    const parts = [
      ["reasoning", "H"],
      ["reasoning", "m"],
      ["carrier", "reasoning_content", "thought", "thinking"],
      ["call", "0", "f", undefined],
      ["arguments", "0", "{}"],
      ["reasoning", "So"],
      ["carrier", "reasoning_content", "thought", "thinking"],
      ["text", "Hi"],
      ["finish", "stop"],
    ];
    expect(spoken(await ask({ kind: "ollama", body, call }))).toEqual(parts);
    expect(spoken(await ask({ kind: "ollama", body }))).toEqual(
      parts.filter(([type]) => type !== "carrier"),
    );
  });
});
