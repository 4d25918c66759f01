import { Answer } from "@portico/core/answer/answer";
import type { Part } from "@portico/core/model-call/parts";
import { runsOf } from "@portico/test-support/proof";
import { decode as decodeCl100k, encode as encodeCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { decode, encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { createOutputGate } from "./output-gate.ts";

/** Typical output of models in many scripts, each repeated to a long answer. */
const texts = {
  english: "The quick brown fox jumps over the lazy dog, and no one knows why it would. ",
  german:
    "Donaudampfschifffahrtsgesellschaftskapitän war er nie, wohl aber Fährmann auf der Elbe. ",
  chinese: "海上生明月，天涯共此时。情人怨遥夜，竟夕起相思。",
  thai: "ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอนหรือวรรณยุกต์ ",
  hindi: "हिन्दी विश्व की एक प्रमुख भाषा है और भारत की एक राजभाषा है। ",
  code: "    if (value === undefined) {\n        return Promise.resolve({ done: true });\n    }\n",
  json: '{"id":"a1b2c3d4-e5f6","values":[0.125,-3.5e-7,null],"isOpen":true},\n',
  emoji: "🧑‍🚀🌍✨ to the moon 🚀🚀 and back 👨‍👩‍👧‍👦 ",
  blank: "\n\n        \n",
  lines: "----------------------------------------------------------------\n",
} as const;

const wordsOf = (tokens: readonly number[], back: (tokens: number[]) => string) =>
  tokens.map((token) => back([token])).filter((text) => text !== "");

/** The ways in which upstreams cut what they write. */
const cuts = {
  "token by token": (text: string) => wordsOf(encode(text), decode),
  "token by token of another tokenizer": (text: string) =>
    wordsOf(encodeCl100k(text), decodeCl100k),
  "character by character": (text: string) => [...text],
  "in large pieces": (text: string) => text.match(/[\s\S]{1,400}/g) ?? [],
  "in one piece": (text: string) => [text],
} as const;

interface Passed {
  readonly answer: Answer;
  readonly isCut: boolean;
  readonly shown: string;
}

/** Sends parts through a gate, so many at a time, as the reading of an answer does. */
async function pass(
  parts: readonly Part[],
  limit: number,
  bound: "o200k_base" | "bytes",
  perBatch = 7,
): Promise<Passed> {
  const gate = createOutputGate(limit, bound);
  const answer = new Answer();
  let shown = "";
  for (let at = 0; at < parts.length && gate.beyond === null; at += perBatch)
    for (const part of await gate.pass(parts.slice(at, at + perBatch), answer)) {
      answer.push(part);
      if (part.type === "text") shown += part.text;
    }
  if (gate.beyond !== null) answer.cutOff(gate.beyond);
  return { answer, isCut: gate.beyond !== null, shown };
}

const toParts = (pieces: readonly string[]): Part[] =>
  pieces.map((text) => ({ type: "text", text }));

const lengths = [8, 400, runsOf(4000, 4)];
const honest = Object.entries(texts).flatMap(([language, text]) =>
  Object.keys(cuts).flatMap((cut) =>
    lengths.map((tokens) => ({ language, text, cut: cut as keyof typeof cuts, tokens })),
  ),
);

describe("an upstream that obeys its limit is never cut", () => {
  it.each(honest)("$language, $cut, $tokens tokens", async ({ text, cut, tokens }) => {
    const long = text.repeat(Math.ceil((tokens * 12) / text.length));
    const written = decode(encode(long).slice(0, tokens));
    const parts = toParts(cuts[cut](written));
    expect(await pass(parts, tokens, "o200k_base")).toMatchObject({ isCut: false, shown: written });
  });

  it.each(honest)(
    "$language, $cut, $tokens tokens of a tokenizer that we do not know",
    async ({ text, cut, tokens }) => {
      const long = text.repeat(Math.ceil((tokens * 12) / text.length));
      const written = decodeCl100k(encodeCl100k(long).slice(0, tokens));
      const parts = toParts(cuts[cut](written));
      expect(await pass(parts, tokens, "bytes")).toMatchObject({ isCut: false, shown: written });
    },
  );
});

describe("an upstream that goes on beyond its limit is cut", () => {
  it.each(Object.keys(cuts) as (keyof typeof cuts)[])("%s", async (cut) => {
    const parts = toParts(cuts[cut](texts.english.repeat(400)));
    const { answer, isCut, shown } = await pass(parts, 100, "o200k_base");
    expect(isCut).toBe(true);
    expect(answer.end()).toBe("length");
    expect(answer.isWhole).toBe(false);
    // A margin, and the parts of one read; never all 7,000 tokens.
    expect(encode(shown).length).toBeLessThan(1_000);
    // All parts that arrived are kept.
    const { text } = answer.uncounted.shown;
    expect(texts.english.repeat(400).startsWith(text)).toBe(true);
    expect(text.length).toBeGreaterThanOrEqual(shown.length);
  });

  it("by its thoughts too", async () => {
    const parts: Part[] = Array.from({ length: 500 }, () => ({ type: "reasoning", text: " hm" }));
    expect((await pass(parts, 20, "o200k_base")).isCut).toBe(true);
  });

  it("and its reported usage is kept", async () => {
    const usage = {
      ...{ inputTokens: 3, outputTokens: 9_000, cachedInputTokens: 0 },
      ...{ cacheWriteTokens: 0, reasoningTokens: 0 },
    };
    const parts: Part[] = [
      { type: "text", text: texts.english.repeat(500) },
      { type: "usage", usage },
      { type: "finish", reason: "stop" },
    ];
    const { answer, shown } = await pass(parts, 20, "o200k_base");
    expect(shown.length).toBeLessThan(1_000);
    expect(answer.usage).toEqual(usage);
    expect(answer.isWhole).toBe(true);
    expect(answer.end()).toBe("length");
  });

  it("never within a character", async () => {
    const { shown } = await pass(
      [{ type: "text", text: `a${"🚀".repeat(5_000)}` }],
      20,
      "o200k_base",
    );
    expect(shown.isWellFormed()).toBe(true);
    expect(shown.length).toBeGreaterThan(100);
  });
});
