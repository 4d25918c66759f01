import type { RespondCall, Thought, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { ask, emptyCall, events, spoken } from "../../../test/providers/sample.ts";
import { toGenerateBody } from "./generate-body.ts";

const says = (role: "user" | "assistant", text: string): Turn => ({
  type: "message",
  role,
  content: [{ type: "text", text }],
});
const called = (callId: string): Turn => ({ type: "call", callId, name: "f", arguments: "{}" });
const result = (callId: string): Turn => ({ type: "result", callId, output: [] });
const signed = (of: "call" | "text" | "thought", data: string, text = ""): Thought => ({
  type: "thought",
  text,
  carrier: { family: "gemini", of, data },
});
const ofText = (signature: string, length: number) =>
  signed("text", JSON.stringify({ signature, length }));

async function modelParts(conversation: readonly Turn[], model = "gemini-3-pro") {
  const call: RespondCall = { ...emptyCall, model, conversation };
  const body = JSON.parse(JSON.stringify(await toGenerateBody(call)));
  return body.contents
    .filter((content: { role: string }) => content.role === "model")
    .flatMap((content: { parts: unknown }) => content.parts);
}

const placeholder = "skip_thought_signature_validator";
const call = { functionCall: { name: "f", args: {} } };

describe("signatures of earlier turns", () => {
  it("stand on the call that they came with, each on its own", async () => {
    const conversation = [
      ...[says("user", "?"), signed("call", "A"), called("1"), called("2"), result("1")],
      ...[result("2"), signed("call", "B"), called("3"), result("3")],
    ];
    const expected = [{ ...call, thoughtSignature: "A" }, call, { ...call, thoughtSignature: "B" }];
    expect(await modelParts(conversation)).toEqual(expected);
    expect(await modelParts(conversation, "gemini-2.5-flash")).toEqual(expected);
  });

  it("are stood for by a word where a call has none, or one of another model", async () => {
    const other: Thought = {
      type: "thought",
      text: "Hm",
      carrier: { family: "anthropic", of: "thought", data: "sig" },
    };
    const conversation = [other, called("1"), called("2"), result("1"), result("2")];
    const expected = [{ ...call, thoughtSignature: placeholder }, call];
    expect(await modelParts(conversation)).toEqual(expected);
    expect(await modelParts(conversation, "gemini-2.5-flash")).toEqual([call, call]);
  });

  it("stand on the part of the text that they came with", async () => {
    expect(await modelParts([says("assistant", "Hi you"), ofText("A", 6)])).toEqual([
      { text: "Hi you", thoughtSignature: "A" },
    ]);
    expect(await modelParts([says("assistant", "Hi you"), ofText("A", 0)])).toEqual([
      { text: "Hi you" },
      { text: "", thoughtSignature: "A" },
    ]);
    expect(await modelParts([says("assistant", "Hi you"), ofText("A", 3), called("1")])).toEqual([
      { text: "Hi " },
      { text: "you", thoughtSignature: "A" },
      { ...call, thoughtSignature: placeholder },
    ]);
    expect(await modelParts([says("assistant", "Hi"), ofText("A", 9), says("user", "?")])).toEqual([
      { text: "Hi", thoughtSignature: "A" },
    ]);
  });

  it("stand on thoughts, and on empty parts", async () => {
    const conversation = [
      signed("thought", "A", "Hm"),
      signed("thought", "B"),
      says("assistant", "Hi"),
    ];
    expect(await modelParts(conversation)).toEqual([
      { text: "Hm", thought: true, thoughtSignature: "A" },
      { text: "", thoughtSignature: "B" },
      { text: "Hi" },
    ]);
  });
});

describe("signatures of an answer", () => {
  const candidate = (parts: readonly object[], finishReason?: string) => ({
    candidates: [{ content: { role: "model", parts }, finishReason, index: 0 }],
  });
  const thoughts = { text: true, carriers: true };

  it("come before their calls and after their texts", async () => {
    const body = events(
      candidate([{ text: "Hm", thought: true, thoughtSignature: "T" }]),
      candidate([{ text: "Hi" }, { text: " you", thoughtSignature: "A" }]),
      candidate([{ functionCall: { name: "f", willContinue: true }, thoughtSignature: "B" }]),
      candidate([{ functionCall: { partialArgs: [{ jsonPath: "$.a", numberValue: 1 }] } }]),
      candidate([{ functionCall: { name: "g" } }]),
      candidate([{ text: "", thoughtSignature: "C" }], "STOP"),
    );
    const parts = [
      ["reasoning", "Hm"],
      ["carrier", "gemini", "thought", "T"],
      ["text", "Hi"],
      ["text", " you"],
      ["carrier", "gemini", "text", '{"signature":"A","length":4}'],
      ["carrier", "gemini", "call", "B"],
      ["call", "0", "f", undefined],
      ["arguments", "0", '{"a":1}'],
      ["call", "1", "g", undefined],
      ["arguments", "1", "{}"],
      ["carrier", "gemini", "text", '{"signature":"C","length":0}'],
      ["finish", "stop"],
    ];
    expect(spoken(await ask({ kind: "gemini", body, call: { thoughts } }))).toEqual(parts);
    expect(spoken(await ask({ kind: "gemini", body }))).toEqual(
      parts.filter(([type]) => type !== "carrier"),
    );
  });

  it("are those of a thought without words where no text has come", async () => {
    const body = events(candidate([{ text: "", thoughtSignature: "A" }], "STOP"));
    expect(spoken(await ask({ kind: "gemini", body, call: { thoughts } }))).toEqual([
      ["carrier", "gemini", "thought", "A"],
      ["finish", "stop"],
    ]);
  });
});

describe("thoughts that a caller wants to see", () => {
  it.each([
    ["gemini-2.5-flash", {}, { includeThoughts: true }],
    ["gemini-3-pro", {}, { includeThoughts: true }],
    ["gemini-3-pro", { effort: "low" }, { includeThoughts: true, thinkingLevel: "low" }],
    ["gemini-2.5-flash", { effort: "none" }, { thinkingBudget: 0 }],
    ["gemini-2.0-flash", {}, undefined],
    ["gemini-2.5-flash-image", {}, undefined],
  ])("are asked of %s with %j", async (model, reasoning, expected) => {
    const thoughts = { text: true, carriers: false };
    const body = await toGenerateBody({ ...emptyCall, model, reasoning, thoughts });
    expect(JSON.parse(JSON.stringify(body)).generationConfig.thinkingConfig).toEqual(expected);
  });
});
