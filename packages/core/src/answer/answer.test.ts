import { describe, expect, it } from "vitest";
import type { Part } from "../model-call/parts.ts";
import { Answer, type AnswerOptions } from "./answer.ts";
import { MalformedAnswer } from "./answer-limits.ts";
import type { AnswerListener } from "./item-queue.ts";

const text = (value: string): Part => ({ type: "text", text: value });
const call = (key: string, name = key, callId?: string): Part =>
  callId === undefined ? { type: "call", key, name } : { type: "call", key, name, callId };
const piece = (key: string, delta: string): Part => ({ type: "arguments", key, delta });
const finish = (reason: "stop" | "length" | "content_filter" = "stop"): Part => ({
  type: "finish",
  reason,
});

/** Records each call of the listener as one short line. */
function listening(): { readonly lines: string[]; readonly listener: AnswerListener } {
  const lines: string[] = [];
  const nameOf = (item: { type: string; name?: string }) => item.name ?? item.type;
  const status = (isWhole: boolean) => (isWhole ? "completed" : "incomplete");
  return {
    lines,
    listener: {
      itemAdded: (draft, index) => lines.push(`${index} + ${nameOf(draft)}`),
      paragraphAdded: (_, index) => lines.push(`${index} ¶`),
      delta: (_, index, delta) => lines.push(`${index} ${delta}`),
      itemDone: (item, index) => lines.push(`${index} - ${nameOf(item)} ${status(item.isWhole)}`),
    },
  };
}

function read(parts: readonly Part[], options: Omit<AnswerOptions, "listener"> = {}) {
  const { lines, listener } = listening();
  const answer = new Answer({ ...options, listener });
  for (const part of parts) answer.push(part);
  answer.end();
  return { lines, answer };
}

describe("an answer draft", () => {
  it("an answer is one message for text that comes in pieces", () => {
    const { lines, answer } = read([text("Hel"), text(""), text("lo"), finish()]);
    expect(lines).toEqual(["0 + message", "0 Hel", "0 lo", "0 - message completed"]);
    expect(answer.output).toEqual([
      {
        type: "message",
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        text: "Hello",
        isWhole: true,
      },
    ]);
  });

  it("an answer shows interleaved parallel calls one after the other", () => {
    const { lines } = read([
      text("So:"),
      call("a"),
      piece("a", '{"x":'),
      call("b"),
      piece("b", '{"y":2'),
      piece("a", "1}"),
      piece("b", "}"),
      finish(),
    ]);
    expect(lines).toEqual([
      "0 + message",
      "0 So:",
      "0 - message completed",
      "1 + a",
      '1 {"x":',
      "1 1}",
      "1 - a completed",
      "2 + b",
      '2 {"y":2',
      "2 }",
      "2 - b completed",
    ]);
  });

  it("an answer shows a call as soon as the one before it is complete", () => {
    const { lines, listener } = listening();
    const answer = new Answer({ listener });
    for (const part of [call("a"), piece("a", '{"x":"}"}'), call("b"), piece("b", "{")])
      answer.push(part);
    expect(lines).toEqual(["0 + a", '0 {"x":"}"}', "0 - a completed", "1 + b", "1 {"]);
  });

  it("an answer begins a new message for text after a call", () => {
    const { answer } = read([text("a"), call("f"), piece("f", "{}"), text("b"), finish()]);
    expect(answer.output.map(({ type }) => type)).toEqual(["message", "call", "message"]);
  });

  it("an answer gives a call without arguments an empty object, as a delta too", () => {
    const { lines } = read([call("a"), call("b"), piece("b", ""), finish()]);
    expect(lines).toEqual(["0 + a", "0 {}", "0 - a completed", "1 + b", "1 {}", "1 - b completed"]);
  });

  it("an answer keeps the upstream's call ids and replaces those that are missing, repeated or used before", () => {
    const { answer } = read(
      [
        call("a", "f", "call_9"),
        call("b", "f", "call_9"),
        call("c", "f"),
        call("d", "f", "old"),
        finish(),
      ],
      { usedCallIds: ["old"] },
    );
    const ids = answer.output.map((item) => (item.type === "call" ? item.callId : ""));
    expect(ids[0]).toBe("call_9");
    expect(ids.slice(1)).toEqual(Array(3).fill(expect.stringMatching(/^call_[0-9a-f]{24}$/)));
    expect(new Set(ids).size).toBe(4);
    expect(new Set(answer.output.map(({ id }) => id)).size).toBe(4);
  });

  it.each([
    ["arguments that are no JSON", [call("a"), piece("a", '{"x":')]],
    ["arguments that stop within a string", [call("a"), piece("a", '{"x":"}')]],
    ["two arguments in a row", [call("a"), piece("a", "{}{}")]],
    ["arguments without a call", [piece("a", "{}")]],
    ["arguments after their end", [call("a"), piece("a", "{}"), call("b"), piece("a", "{}")]],
    ["a call without a name", [call("a", "")]],
  ] as const)("never takes %s for an answer", (_, parts) => {
    expect(() => read([...parts, finish()])).toThrow(MalformedAnswer);
  });

  it("an answer ignores white space after the end of a call's arguments", () => {
    const { answer } = read([call("a"), piece("a", "{}"), call("b"), piece("a", "\n"), finish()]);
    expect(answer.output).toHaveLength(2);
  });

  it("an answer marks the last message incomplete when the tokens ran out, and the earlier ones completed", () => {
    const { lines } = read([text("a"), call("f"), piece("f", "{}"), text("b"), finish("length")]);
    expect(lines.filter((line) => line.includes(" - "))).toEqual([
      "0 - message completed",
      "1 - f completed",
      "2 - message incomplete",
    ]);
  });

  it.each([["{"], [""]])("leaves out a call that was cut short after %j", (delta) => {
    const { answer } = read([text("a"), call("f"), piece("f", delta), call("g"), finish("length")]);
    expect(answer.output.map(({ type }) => type)).toEqual(["message"]);
  });

  it("an answer has one empty message when the model wrote nothing, and no item when it was cut off before", () => {
    expect(read([finish()]).answer.output).toMatchObject([{ type: "message", text: "" }]);
    expect(read([{ type: "reasoning", text: "hm" }, finish("length")]).answer.output).toEqual([]);
  });

  it("a delta never holds half of a surrogate pair", () => {
    const { lines } = read([text("a\ud83d"), text("\ude00b"), text("\ud83d"), finish()]);
    expect(lines).toEqual([
      "0 + message",
      "0 a",
      "0 \u{1f600}b",
      "0 \ud83d",
      "0 - message completed",
    ]);
  });

  it("an unfinished answer has its open message as incomplete, and no open call", () => {
    const answer = new Answer();
    for (const part of [text("a"), call("f"), piece("f", "{")]) answer.push(part);
    expect(answer.outputSoFar()).toMatchObject([{ type: "message", isWhole: true }]);
    const other = new Answer();
    other.push(text("a"));
    expect(other.outputSoFar()).toMatchObject([{ type: "message", isWhole: false }]);
  });

  it("an answer keeps the last usage and the first finish reason", () => {
    const usage = { inputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
    const { answer } = read([
      { type: "usage", usage: { ...usage, outputTokens: 0 } },
      finish("length"),
      { type: "usage", usage: { ...usage, outputTokens: 7 } },
      finish("stop"),
    ]);
    expect(answer.usage?.outputTokens).toBe(7);
    expect(answer.end()).toBe("length");
  });

  it("an answer keeps the text since the last usage for counting, and thoughts apart from it", () => {
    const parts = [
      { type: "reasoning", text: "hm" },
      text("a"),
      call("f"),
      piece("f", "{}"),
    ] as const;
    expect(read([...parts, finish()]).answer.uncounted).toEqual({
      shown: { text: "af{}", parts: 3 },
      thoughts: { text: "hm", parts: 1 },
    });
    const usage = { inputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
    const counted: Part = { type: "usage", usage: { ...usage, outputTokens: 4 } };
    const { answer } = read([...parts, counted, text("b"), finish()]);
    expect(answer.uncounted).toEqual({
      shown: { text: "b", parts: 1 },
      thoughts: { text: "", parts: 0 },
    });
  });

  it("an answer without a final event is refused", () => {
    const answer = new Answer();
    const long = text("x".repeat(1024 * 1024));
    expect(() => {
      for (let at = 0; at <= 32; at += 1) answer.push(long);
    }).toThrow(MalformedAnswer);
  });
});

describe("the limits of an answer", () => {
  const malformed = (parts: readonly Part[]) => expect(() => read(parts)).toThrow(MalformedAnswer);

  it("an answer with too many characters of text and thoughts is refused", () => {
    const megabyte = "x".repeat(1024 * 1024);
    malformed([text(megabyte), { type: "reasoning", text: megabyte }, text("x")]);
  });

  it("an answer with too many items is refused", () => {
    const calls = (count: number) =>
      Array.from({ length: count }, (_, index) => [call(`k${index}`), piece(`k${index}`, "{}")]);
    expect(read([...calls(1_024).flat(), finish()]).answer.output).toHaveLength(1_024);
    malformed(calls(1_025).flat());
  });

  it("an answer whose function name or arguments are too long is refused", () => {
    malformed([call("a", "n".repeat(257))]);
    const piecesOfArguments = Array.from({ length: 17 }, () => piece("a", '"'.padEnd(65_536, "x")));
    malformed([call("a"), ...piecesOfArguments]);
  });

  it("a call id that is too long is replaced", () => {
    const { answer } = read([call("a", "a", "c".repeat(5_000)), finish()]);
    expect(answer.output[0]).toMatchObject({ callId: expect.stringMatching(/^call_[0-9a-f]+$/) });
  });

  it("each usage counts the answer again from the first item that may still grow", () => {
    const { answer } = read([
      text("one"),
      call("a"),
      piece("a", "{}"),
      usage,
      text("two"),
      usage,
      text("three"),
      finish(),
    ]);
    expect(answer.uncounted.shown).toEqual({ text: "three", parts: 1 });
  });
});

const usage: Part = {
  type: "usage",
  usage: {
    inputTokens: 1,
    outputTokens: 1,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  },
};
