import { Answer } from "@portico/core/answer/answer";
import type { Part, TokenUsage } from "@portico/core/model-call/parts";
import { describe, expect, it } from "vitest";
import { finalUsage } from "./final-usage.ts";

const asked = {
  conversation: [
    { type: "message", role: "user", content: [{ type: "text", text: "Hello there, world" }] },
  ],
  tools: [],
} as const;

const told: TokenUsage = {
  inputTokens: 30,
  outputTokens: 4,
  cachedInputTokens: 20,
  cacheWriteTokens: 0,
  reasoningTokens: 1,
};

function usageOf(
  parts: readonly Part[],
  isWhole: boolean,
  tokenBound: "bytes" | "o200k_base" = "bytes",
) {
  const answer = new Answer();
  for (const part of parts) answer.push(part);
  if (isWhole) answer.push({ type: "finish", reason: "stop" });
  return finalUsage({ answer, asked, tokenBound });
}

const words = (count: number): Part[] =>
  Array.from({ length: count }, () => ({ type: "text", text: " word7" }));

describe("the usage of an answer", () => {
  it("is the upstream's own count where its answer is complete", async () => {
    const parts: Part[] = [...words(9), { type: "usage", usage: told }];
    expect(await usageOf(parts, true)).toEqual({ usage: told, isEstimated: false });
  });

  it("is estimated where the upstream was cut after a count of the usage so far", async () => {
    const parts: Part[] = [...words(9), { type: "usage", usage: told }];
    expect(await usageOf(parts, false)).toEqual({ usage: told, isEstimated: true });
  });

  it("is counted by the parts of an upstream that streams token by token", async () => {
    const parts: Part[] = [{ type: "reasoning", text: "hm" }, ...words(9)];
    expect(await usageOf(parts, false)).toMatchObject({
      isEstimated: true,
      usage: { inputTokens: 5, outputTokens: 10, reasoningTokens: 1 },
    });
  });

  it.each([
    ["bytes", 10],
    ["o200k_base", 9],
  ] as const)(
    "is estimated by its text, %s, where it came in large parts",
    async (bound, tokens) => {
      const text = "The quick brown fox jumps over the lazy";
      const { usage, isEstimated } = await usageOf(
        [{ type: "text", text: `${text}.` }],
        false,
        bound,
      );
      expect(isEstimated).toBe(true);
      expect(usage.outputTokens).toBe(tokens);
    },
  );

  it("adds the output after the upstream's last count where it was cut", async () => {
    const parts: Part[] = [...words(4), { type: "usage", usage: told }, ...words(3)];
    expect(await usageOf(parts, false)).toEqual({
      isEstimated: true,
      usage: { ...told, outputTokens: 7 },
    });
  });
});
