import type { Schema } from "@portico/contract";
import { findChatOrderViolation } from "@portico/contract/chat-order";
import { Answer } from "@portico/core/answer/answer";
import type { Charged } from "@portico/core/answer/wire";
import type { Part } from "@portico/core/model-call/parts";
import { ChatEvents } from "@portico/core/wires/chat/events";
import { toReply } from "@portico/core/wires/chat/reply";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergedMessage } from "../support/merged-message.ts";

type Chunk = Schema<"ChatChunk">;

const frame = {
  id: "gen-1",
  requestId: "req-1",
  createdAt: 1,
  model: "m",
  provider: "p",
  asked: { freeform: new Set<string>() },
};
const charged: Charged = {
  usage: {
    ...{ inputTokens: 12, outputTokens: 4, cachedInputTokens: 2, cacheWriteTokens: 1 },
    reasoningTokens: 3,
  },
  chargedNanousd: 1500,
  details: {
    ...{ input: 400, output: 1000, cacheRead: 200, cacheWrite: 300 },
    ...{ discount: 100, unbilledNanousd: 300, isByok: true, upstream: 3000 },
    ...{ servedInputNanousd: 1000, servedOutputNanousd: 2000 },
  },
};
const usage = {
  ...{ prompt_tokens: 12, completion_tokens: 4, total_tokens: 16, cost: 0.0000015 },
  prompt_tokens_details: { cached_tokens: 2, cache_write_tokens: 1 },
  completion_tokens_details: { reasoning_tokens: 3 },
  cost_details: {
    ...{ input_cost: 0.0000004, output_cost: 0.000001 },
    ...{ cache_read_cost: 0.0000002, cache_write_cost: 0.0000003 },
    ...{ discount: 0.0000001, unbilled: 0.0000003, upstream_inference_cost: 0.000003 },
    ...{ upstream_inference_prompt_cost: 0.000001, upstream_inference_completions_cost: 0.000002 },
    ...{ upstream_inference_input_cost: 0.000001, upstream_inference_output_cost: 0.000002 },
  },
  is_byok: true,
};
const finish: Part = { type: "finish", reason: "stop" };
const text = (piece: string): Part => ({ type: "text", text: piece });
const thought = (piece: string, more: object = {}): Part => ({
  ...{ type: "reasoning", text: piece },
  ...more,
});
const carrier = (of: "thought" | "call" | "text", data = "c"): Part => ({
  type: "carrier",
  carrier: { family: "f", of, data },
});
const call = (key: string, ...pieces: string[]): Part[] => [
  { type: "call", key, name: "f", callId: `call_${key}` },
  ...pieces.map((delta): Part => ({ type: "arguments", key, delta })),
];

function written(parts: readonly Part[], reason: "end" | "fail" = "end") {
  const events = new ChatEvents(frame);
  const answer = new Answer({
    ...{ listener: events, showsThoughts: true },
    seal: (_, { data }) => `sealed-${data}`,
  });
  events.begin();
  for (const part of parts) answer.push(part);
  if (reason === "fail") {
    const failure = { message: "It broke off.", status: 529, kind: "overloaded" } as const;
    events.fail({ ...charged, items: answer.outputSoFar(), failure });
    return { events: eventsIn(events.take()), reply: null };
  }
  const ended = {
    ...charged,
    reason: answer.end(),
    items: answer.output,
    endedAt: 2,
    stopSequence: undefined,
  };
  events.end(ended);
  return { events: eventsIn(events.take()), reply: toReply(frame, ended) };
}

function eventsIn(stream: string): unknown[] {
  const lines = stream.split("\n\n").slice(0, -1);
  return lines.map((line): unknown => {
    expect(line.startsWith("data: ")).toBe(true);
    const data = line.slice("data: ".length);
    return data === "[DONE]" ? data : JSON.parse(data);
  });
}

const isChunk = (event: unknown): event is Chunk =>
  typeof event === "object" && event !== null && "choices" in event;
const deltasOf = (events: readonly unknown[]) =>
  events.filter(isChunk).flatMap(({ choices }) => choices.map(({ delta }) => delta));

describe("an answer as chat chunks", () => {
  it("text begins with the role, and the last chunk has the finish reason and the usage", () => {
    const { events, reply } = written([text("Bon"), text("jour"), finish]);
    const common = {
      id: "gen-1",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      provider: "p",
    };
    const chunk = (delta: object, finish_reason: string | null = null, more = {}) => ({
      ...{ ...common, choices: [{ index: 0, delta, finish_reason }] },
      ...more,
    });
    expect(events).toEqual([
      chunk({ role: "assistant", content: "" }),
      chunk({ content: "Bon" }),
      chunk({ content: "jour" }),
      chunk({}, "stop", { usage, service_tier: "default" }),
      "[DONE]",
    ]);
    expect(reply).toEqual({
      ...{ id: "gen-1", object: "chat.completion", created: 1, model: "m", provider: "p" },
      ...{ system_fingerprint: null, service_tier: "default", usage },
      choices: [
        {
          ...{ index: 0, finish_reason: "stop", logprobs: null },
          message: { role: "assistant", content: "Bonjour", refusal: null },
        },
      ],
    });
  });

  it("calls begin with empty arguments, and a call without arguments gets an empty object", () => {
    const { events, reply } = written([...call("a", '{"x":', "1}"), ...call("b"), finish]);
    expect(deltasOf(events).slice(1, -1)).toEqual([
      {
        tool_calls: [
          { index: 0, id: "call_a", type: "function", function: { name: "f", arguments: "" } },
        ],
      },
      { tool_calls: [{ index: 0, function: { arguments: '{"x":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: "1}" } }] },
      {
        tool_calls: [
          { index: 1, id: "call_b", type: "function", function: { name: "f", arguments: "" } },
        ],
      },
      { tool_calls: [{ index: 1, function: { arguments: "{}" } }] },
    ]);
    expect(findChatOrderViolation(events)).toBeNull();
    expect(reply?.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { content: null },
    });
  });

  it("a thought has its words, then its signature; the seal of a call comes with the call", () => {
    const { events, reply } = written([
      ...[thought("Let me"), thought(" see."), carrier("thought"), carrier("call", "d")],
      ...[...call("a", "{}"), finish],
    ]);
    const type = "reasoning.text";
    expect(deltasOf(events).slice(1, 5)).toEqual([
      { reasoning: "Let me", reasoning_details: [{ type, index: 0, text: "Let me" }] },
      { reasoning: " see.", reasoning_details: [{ type, index: 0, text: " see." }] },
      { reasoning_details: [{ type, index: 0, signature: "sealed-c" }] },
      {
        tool_calls: [expect.objectContaining({ id: "call_a" })],
        reasoning_details: [
          { type: "reasoning.encrypted", index: 1, data: "sealed-d", id: "call_a" },
        ],
      },
    ]);
    expect(reply?.choices[0]?.message).toMatchObject({
      reasoning: "Let me see.",
      reasoning_details: [
        { type, index: 0, text: "Let me see.", signature: "sealed-c" },
        { type: "reasoning.encrypted", index: 1, data: "sealed-d", id: "call_a" },
      ],
    });
  });

  it.each<[string, Part[], object[]]>([
    [
      "a summary",
      [
        thought("S", { isSummary: true, paragraph: 0 }),
        thought("T", { paragraph: 1 }),
        carrier("thought"),
      ],
      [
        { type: "reasoning.summary", index: 0, summary: "S\n\nT" },
        { type: "reasoning.encrypted", index: 1, data: "sealed-c" },
      ],
    ],
    [
      "a text right after a text",
      [thought("A"), carrier("thought"), thought("B"), carrier("thought", "d")],
      [
        { type: "reasoning.text", index: 0, text: "A", signature: "sealed-c" },
        { type: "reasoning.text", index: 1, text: "B" },
        { type: "reasoning.encrypted", index: 2, data: "sealed-d" },
      ],
    ],
    [
      "a thought without words after one that nothing signs",
      [thought("A"), text("x"), carrier("text")],
      [
        { type: "reasoning.text", index: 0, text: "A" },
        { type: "reasoning.encrypted", index: 1, data: "sealed-c" },
      ],
    ],
    [
      "a thought between two calls",
      [
        ...[thought("A"), carrier("thought"), ...call("a", "{}"), thought("B")],
        ...[carrier("thought", "d"), ...call("b", "{}")],
      ],
      [
        { type: "reasoning.text", index: 0, text: "A", signature: "sealed-c" },
        { type: "reasoning.text", index: 1, text: "B" },
        { type: "reasoning.encrypted", index: 2, data: "sealed-d", id: "call_b" },
      ],
    ],
    [
      "a text before a call",
      [text("x"), carrier("text"), ...call("a", "{}")],
      [{ type: "reasoning.encrypted", index: 0, data: "sealed-c", id: "call_a" }],
    ],
    [
      "a thought at the end",
      [text("x"), thought("A"), carrier("thought")],
      [{ type: "reasoning.text", index: 0, text: "A", signature: "sealed-c" }],
    ],
    ["a call that was cut off", [text("x"), carrier("call"), ...call("a", "{")], []],
  ])("the seal of %s is an entry of its own, or left out", (name, parts, entries) => {
    const isCut = name.startsWith("a call");
    const { events, reply } = written([
      ...parts,
      isCut ? { type: "finish", reason: "length" } : finish,
    ]);
    expect(reply?.choices[0]?.message.reasoning_details ?? []).toEqual(entries);
    // A stream has sent the beginning of a call before it was cut off.
    if (!isCut) expect(mergedMessage(deltasOf(events)).reasoning_details ?? []).toEqual(entries);
    expect(findChatOrderViolation(events)).toBeNull();
  });

  it("a failure is said in a chunk and alone, with its word", () => {
    const { events } = written([text("Bon"), ...call("a", "{")], "fail");
    const error = {
      ...{ code: 529, message: "It broke off." },
      metadata: {
        kind: "overloaded",
        doc_url: "/docs/errors/overloaded.html",
        error_type: "provider_overloaded",
      },
    };
    expect(events.slice(-3)).toEqual([
      expect.objectContaining({
        ...{ error, usage },
        choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
      }),
      { error },
      "[DONE]",
    ]);
    expect(findChatOrderViolation(events)).toBeNull();
  });

  const words = fc.string({ minLength: 1, maxLength: 3 });
  const steps = fc.oneof(
    words.map((piece) => [text(piece)]),
    fc
      .record({ piece: words, isSummary: fc.boolean() })
      .map(({ piece, isSummary }) => [thought(piece, isSummary ? { isSummary } : {})]),
    fc.constantFrom("thought" as const, "text" as const).map((of) => [carrier(of)]),
    fc
      .record({ isSealed: fc.boolean(), pieces: fc.constantFrom([], ["{}"], ['{"a"', ":1}"]) })
      .map(({ isSealed, pieces }) => ({ isSealed, pieces })),
  );

  it("for any parts, the order holds, and the chunks add up to the message of the reply", () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 12 }), (list) => {
        const parts = list.flatMap((step, index) =>
          Array.isArray(step)
            ? step
            : [...(step.isSealed ? [carrier("call")] : []), ...call(`${index}`, ...step.pieces)],
        );
        const { events, reply } = written([...parts, finish]);
        expect(findChatOrderViolation(events)).toBeNull();
        expect(mergedMessage(deltasOf(events))).toEqual(reply?.choices[0]?.message);
      }),
    );
  });
});
