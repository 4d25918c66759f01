import { describe, expect, it } from "vitest";
import type { Carrier } from "../model-call/carrier.ts";
import type { Part } from "../model-call/parts.ts";
import { Answer, type AnswerOptions } from "./answer.ts";
import type { ThoughtItem } from "./answer-item.ts";
import type { Draft } from "./draft.ts";
import type { AnswerListener } from "./item-queue.ts";

const text = (value: string): Part => ({ type: "text", text: value });
const call = (key: string): Part => ({ type: "call", key, name: key });
const piece = (key: string, delta: string): Part => ({ type: "arguments", key, delta });
const thought = (value: string, paragraph?: number): Part =>
  paragraph === undefined
    ? { type: "reasoning", text: value }
    : { type: "reasoning", text: value, isSummary: true, paragraph };
const carrier = (of: Carrier["of"], data: string): Part => ({
  ...{ type: "carrier", carrier: { family: "f", of, data } },
});
const finish = (reason: "stop" | "length" = "stop"): Part => ({ type: "finish", reason });

const seal: AnswerOptions["seal"] = ({ paragraphs, isSummary }, { of, data }) =>
  [of, isSummary, ...paragraphs, data].join("|");
const shown = { showsThoughts: true, seal };

/** Records each call of the listener as one short line. */
function listening(): { readonly lines: string[]; readonly listener: AnswerListener } {
  const lines: string[] = [];
  const kindOf = (item: Pick<Draft, "type">) => ("name" in item ? `${item.name}` : item.type);
  return {
    lines,
    listener: {
      itemAdded: (draft, index) => void lines.push(`${index} + ${kindOf(draft)}`),
      paragraphAdded: (_, index) => void lines.push(`${index} ¶`),
      delta: (_, index, delta) => void lines.push(`${index} ${delta}`),
      itemDone: (item, index) => {
        const end = item.isWhole ? "" : " cut";
        lines.push(`${index} - ${(item.type === "thought" && item.seal) || kindOf(item)}${end}`);
      },
    },
  };
}

function read(parts: readonly Part[], options: Omit<AnswerOptions, "listener"> = shown) {
  const { lines, listener } = listening();
  const answer = new Answer({ ...options, listener });
  for (const part of parts) answer.push(part);
  answer.end();
  return { lines, answer };
}

describe("a thought in an answer", () => {
  it("is one item with the paragraphs that its numbers say, and ends with its carrier", () => {
    const parts = [thought("a", 0), thought("b", 0), thought("c", 3), carrier("thought", "s")];
    const { lines, answer } = read([...parts, thought("d", 0), text("e"), finish()]);
    expect(lines).toEqual([
      ...["0 + thought", "0 a", "0 b", "0 ¶", "0 c", "0 - thought|true|ab|c|s"],
      ...["1 + thought", "1 d", "1 - thought"],
      ...["2 + message", "2 e", "2 - message"],
    ]);
    expect(answer.output[0]).toMatchObject({ paragraphs: ["ab", "c"], isSummary: true });
  });

  it("goes on with its paragraph where the upstream numbers none", () => {
    const { answer } = read([thought("a"), thought("b"), text("c"), finish()]);
    expect(answer.output[0]).toMatchObject({ paragraphs: ["ab"], isSummary: false });
  });

  it("begins again after a text, and each has its own carrier", () => {
    const { lines } = read([
      ...[thought("a"), carrier("thought", "1"), text("b")],
      ...[thought("c"), carrier("thought", "2"), text("d"), finish()],
    ]);
    expect(lines.filter((line) => line.includes(" - "))).toEqual([
      ...["0 - thought|false|a|1", "1 - message", "2 - thought|false|c|2", "3 - message"],
    ]);
  });

  it("has no words where its carrier comes alone", () => {
    const { lines, answer } = read([carrier("thought", "hidden"), text("a"), finish()]);
    expect(lines[1]).toBe("0 - thought|false|hidden");
    expect(answer.output[0]).toMatchObject({ paragraphs: [], of: "thought" });
  });

  it("with a second carrier is followed by one without words", () => {
    const parts = [thought("a"), carrier("thought", "1"), carrier("thought", "2"), finish()];
    expect(read(parts).lines).toContain("1 - thought|false|2");
  });

  it("does not end at a carrier of something else", () => {
    const { answer } = read([thought("a"), carrier("call", "s"), call("f"), finish()]);
    const of = answer.output.map((item) => (item.type === "thought" ? item.of : item.type));
    expect(of).toEqual(["thought", "call", "call"]);
  });

  it("of a call stands before that call, of a text behind that text", () => {
    const parts = [text("a"), carrier("text", "t"), carrier("call", "c"), call("f")];
    expect(read([...parts, finish()]).lines).toEqual([
      ...["0 + message", "0 a", "0 - message"],
      ...["1 + thought", "1 - text|false|t", "2 + thought", "2 - call|false|c"],
      ...["3 + f", "3 {}", "3 - f"],
    ]);
  });

  it("waits while the call before it is open, and then comes whole", () => {
    const waiting = [call("a"), piece("a", "{"), thought("b", 0), thought("c", 1)];
    const more = [carrier("thought", "s"), carrier("call", "d"), call("e"), piece("a", "}")];
    const { lines, listener } = listening();
    const answer = new Answer({ ...shown, listener });
    for (const part of waiting) answer.push(part);
    expect(lines).toEqual(["0 + a", "0 {"]);
    for (const part of more) answer.push(part);
    expect(lines.slice(2)).toEqual([
      ...["0 }", "0 - a", "1 + thought", "1 b", "1 ¶", "1 c", "1 - thought|true|b|c|s"],
      ...["2 + thought", "2 - call|false|d", "3 + e"],
    ]);
  });

  it("keeps a character whole, and half of one at the end of its paragraph", () => {
    const parts = [thought("a\ud83d", 0), thought("\ude00", 0), thought("\ud83d", 0)];
    const { lines } = read([...parts, thought("\ude00b\ud83d", 1), text("c"), finish()]);
    expect(lines.slice(0, 7)).toEqual([
      ...["0 + thought", "0 a", "0 \u{1f600}", "0 \ud83d", "0 ¶", "0 \ude00b", "0 \ud83d"],
    ]);
  });

  it("keeps half a character of a paragraph that waits", () => {
    const parts = [call("a"), piece("a", "{"), thought("\ud83d", 0), thought("b", 1)];
    const { lines, answer } = read([...parts, piece("a", "}"), finish()]);
    expect(lines.slice(4)).toEqual(["1 + thought", "1 \ud83d", "1 ¶", "1 b", "1 - thought"]);
    expect(answer.output[1]).toMatchObject({ paragraphs: ["\ud83d", "b"] });
  });

  it("is cut where the tokens ran out, and left out of an answer that failed", () => {
    const parts = [text("a"), thought("b"), carrier("thought", "s"), thought("c")];
    expect(read([...parts, finish("length")]).lines.at(-1)).toBe("2 - thought cut");
    const failed = new Answer(shown);
    for (const part of parts) failed.push(part);
    expect(failed.outputSoFar().map(({ type }) => type)).toEqual(["message", "thought"]);
  });

  it("alone is followed by an empty message, as an answer without thoughts has one", () => {
    expect(read([thought("a"), finish()]).lines.slice(-2)).toEqual(["1 + message", "1 - message"]);
  });
});

describe("an answer of which thoughts are not wanted, or not all of them", () => {
  const parts = [thought("a"), carrier("thought", "s"), carrier("call", "c"), call("f"), finish()];

  it("has none where the caller asks for none, and counts them all the same", () => {
    const { lines, answer } = read(parts, {});
    expect(lines).toEqual(["0 + f", "0 {}", "0 - f"]);
    expect(answer.uncounted.thoughts).toEqual({ text: "a", parts: 1 });
  });

  it("has only words where the caller asks for no seals", () => {
    const { answer } = read(parts, { showsThoughts: true });
    const [first, ...rest] = answer.output;
    expect(first).toMatchObject({ type: "thought", paragraphs: ["a"] });
    expect(first).not.toHaveProperty("seal" satisfies keyof ThoughtItem);
    expect(rest.map(({ type }) => type)).toEqual(["call"]);
  });

  it("keeps two thoughts apart where the carrier between them is not shown", () => {
    const two = [thought("a"), carrier("thought", "1"), thought("b"), finish()];
    const { answer } = read(two, { showsThoughts: true });
    expect(answer.output).toMatchObject([{ paragraphs: ["a"] }, { paragraphs: ["b"] }, {}]);
  });

  it("counts what thoughts hold towards the limit of an answer", () => {
    const long = "x".repeat(1024 * 1024);
    const carriers = [long, long, "x"].map((data) => carrier("thought", data));
    expect(() => read([...carriers, finish()])).toThrow(/too long/);
    expect(() => read([...carriers, finish()], {})).not.toThrow();
  });
});
