import { readMessageEvents } from "@portico/contract/message-frames";
import { findMessagesOrderViolation } from "@portico/contract/messages-order";
import { Answer } from "@portico/core/answer/answer";
import type { AnswerFrame, EndedAnswer } from "@portico/core/answer/wire";
import type { Part, TokenUsage } from "@portico/core/model-call/parts";
import { MessageEvents } from "@portico/core/wires/messages/events";
import { type MessagesFrame, toReply } from "@portico/core/wires/messages/reply";
import { describe, expect, it } from "vitest";
import { contentOf } from "../messages/content-of.ts";

const usage: TokenUsage = {
  inputTokens: 100,
  outputTokens: 7,
  cachedInputTokens: 60,
  cacheWriteTokens: 30,
  hourCacheWriteTokens: 10,
  reasoningTokens: 3,
};
const charged = { usage, chargedNanousd: 1_500, endedAt: 0 };
const frameFor = (asked: MessagesFrame): AnswerFrame<MessagesFrame> => ({
  id: "gen-1",
  requestId: "req-1",
  createdAt: 0,
  model: "acme/writer",
  provider: "acme",
  asked,
});
const shown = { showsThoughts: true };
const seal = () => "sealed";
const carrier = { family: "anthropic", of: "thought", data: "signature" } as const;
const call = (key: string): Part => ({ type: "call", key, name: "f", callId: key });
const piece = (key: string, delta: string): Part => ({ type: "arguments", key, delta });
const finish = (reason: "stop" | "length" | "content_filter"): Part => ({ type: "finish", reason });

/** The events and the reply of the same parts. */
function written(parts: readonly Part[], asked: MessagesFrame = shown) {
  const frame = frameFor(asked);
  const events = new MessageEvents(frame);
  const answer = new Answer({ listener: events, showsThoughts: true, seal });
  events.begin({ inputTokens: 12 });
  for (const part of parts) answer.push(part);
  const reason = answer.end();
  const { output: items, finish } = answer;
  const stopSequence = finish?.stopSequence;
  const ended: EndedAnswer = { items, reason, stopSequence, ...charged };
  events.end(ended);
  const read = readMessageEvents(events.take());
  expect(read.problems).toEqual([]);
  expect(findMessagesOrderViolation(read.events)).toBeNull();
  return { events: read.events.map(Object), reply: toReply(frame, ended) };
}

const thinking: readonly Part[] = [
  { type: "reasoning", text: "One.", paragraph: 0 },
  { type: "reasoning", text: "Two.", paragraph: 1 },
  { type: "carrier", carrier },
];
const words: Part = { type: "text", text: "Hello" };

describe("an answer as events of messages", () => {
  it.each<[string, readonly Part[], MessagesFrame, unknown[]]>([
    ["a text", [words, finish("stop")], shown, [{ type: "text", text: "Hello" }]],
    [
      "a thought with two paragraphs, then a call",
      [...thinking, call("c"), { type: "arguments", key: "c", delta: '{"a":1}' }, finish("stop")],
      shown,
      [
        { type: "thinking", thinking: "One.\n\nTwo.", signature: "sealed" },
        { type: "tool_use", id: "c", name: "f", input: { a: 1 } },
      ],
    ],
    [
      "a thought whose words are not asked for",
      [...thinking, words, finish("stop")],
      { showsThoughts: false },
      [
        { type: "thinking", thinking: "", signature: "sealed" },
        { type: "text", text: "Hello" },
      ],
    ],
    [
      "a thought without words",
      [{ type: "carrier", carrier }, words, finish("stop")],
      shown,
      [
        { type: "redacted_thinking", data: "sealed" },
        { type: "text", text: "Hello" },
      ],
    ],
    [
      "a thought that carries nothing on",
      [{ type: "reasoning", text: "Hm." }, words, finish("stop")],
      shown,
      [
        { type: "thinking", thinking: "Hm.", signature: "" },
        { type: "text", text: "Hello" },
      ],
    ],
    [
      "what a call carries on, before the call",
      [{ type: "carrier", carrier: { ...carrier, of: "call" } }, call("c"), finish("stop")],
      shown,
      [
        { type: "redacted_thinking", data: "sealed" },
        { type: "tool_use", id: "c", name: "f", input: {} },
      ],
    ],
    [
      "what a text carries on, where a call comes after it",
      [words, { type: "carrier", carrier: { ...carrier, of: "text" } }, call("c"), finish("stop")],
      shown,
      [
        { type: "text", text: "Hello" },
        { type: "redacted_thinking", data: "sealed" },
        { type: "tool_use", id: "c", name: "f", input: {} },
      ],
    ],
    [
      "a last text as the last block, without what it carries on",
      [words, { type: "carrier", carrier: { ...carrier, of: "text" } }, finish("stop")],
      shown,
      [{ type: "text", text: "Hello" }],
    ],
    ["nothing", [finish("stop")], shown, []],
    [
      "a call whose arguments are no object, and then one whose are",
      [
        ...[call("c"), piece("c", " "), piece("c", "[1"), piece("c", ",2]")],
        ...[call("d"), piece("d", "\n{"), piece("d", '"a":[]}'), finish("stop")],
      ],
      shown,
      [
        { type: "tool_use", id: "c", name: "f", input: { arguments: [1, 2] } },
        { type: "tool_use", id: "d", name: "f", input: { a: [] } },
      ],
    ],
  ])("adds up to the reply: %s", (_, parts, asked, content) => {
    const { events, reply } = written(parts, asked);
    expect(reply.content).toEqual(content);
    expect(contentOf(events)).toEqual(content);
  });

  it("begins with the input tokens", () => {
    const { events } = written([words, finish("stop")]);
    expect(events[0]).toMatchObject({
      type: "message_start",
      message: { id: "gen-1", usage: { input_tokens: 12, output_tokens: 0 } },
    });
  });

  it("ends with a usage whose input tokens leave out what a cache had or took", () => {
    const { events, reply } = written([words, finish("stop")]);
    expect(reply.usage).toEqual({
      input_tokens: 10,
      output_tokens: 7,
      cache_read_input_tokens: 60,
      cache_creation_input_tokens: 30,
      cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 10 },
      output_tokens_details: { thinking_tokens: 3 },
      service_tier: null,
      cost: 0.0000015,
    });
    expect(events.at(-2)).toMatchObject({ type: "message_delta", usage: reply.usage });
  });

  it.each([
    ["end_turn", [words, finish("stop")]],
    ["tool_use", [words, call("c"), finish("stop")]],
    ["max_tokens", [words, finish("length")]],
    ["max_tokens", [call("c"), { type: "arguments", key: "c", delta: '{"a' }, finish("length")]],
    ["refusal", [words, finish("content_filter")]],
    ["tool_use", [call("c"), { type: "finish", reason: "stop", stopSequence: "." }]],
  ] as [string, Part[]][])("stops for the reason %s", (reason, parts) => {
    const { events, reply } = written(parts);
    expect(reply.stop_reason).toBe(reason);
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: reason, stop_sequence: null } });
  });

  it("names the text at which the model stopped, where the upstream does", () => {
    const end = { stop_reason: "stop_sequence", stop_sequence: "END" };
    const { events, reply } = written([
      words,
      { type: "finish", reason: "stop", stopSequence: "END" },
    ]);
    expect(reply).toMatchObject(end);
    expect(events.at(-2)).toMatchObject({ delta: end });
  });

  it("fails with one event, also within a block, and nothing after it", () => {
    const events = new MessageEvents(frameFor(shown));
    const answer = new Answer({ listener: events });
    events.begin({ inputTokens: 12 });
    answer.push(words);
    events.fail({
      items: [],
      failure: { message: "Busy.", status: 529, kind: "overloaded" },
      ...charged,
    });
    const read = readMessageEvents(events.take());
    expect(findMessagesOrderViolation(read.events)).toBeNull();
    expect(read.events.at(-1)).toEqual({
      type: "error",
      error: {
        ...{ type: "overloaded_error", code: 529, message: "Busy." },
        metadata: { kind: "overloaded", doc_url: "/docs/errors/overloaded.html" },
      },
      request_id: "req-1",
    });
  });
});
