import type { Part, TokenUsage } from "@portico/core/model-call/parts";
import { describe, expect, it } from "vitest";
import { MessageReader } from "./anthropic/message-reader.ts";
import { ConverseReader } from "./bedrock/converse-reader.ts";
import { CandidateReader } from "./gemini/candidate-reader.ts";
import { ChatReader } from "./openai/chat/reader.ts";
import { ResponsesReader } from "./openai/responses/reader.ts";
import type { AnswerReader } from "./wire/answer-reader.ts";

const scrub = (text: string) => text;

function usageOf(reader: AnswerReader, body: object): TokenUsage | undefined {
  const parts: Part[] = [];
  reader.whole(body, parts);
  return parts.findLast((part) => part.type === "usage")?.usage;
}

describe("what a vendor prices apart", () => {
  it("is an hour of Anthropic's cache", () => {
    const cache_creation = { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 7 };
    const usage = { input_tokens: 1, cache_creation_input_tokens: 10, cache_creation };
    const message = { content: [{ type: "text", text: "a" }], usage };
    expect(usageOf(new MessageReader(scrub, false), message)).toMatchObject({
      inputTokens: 11,
      cacheWriteTokens: 10,
      hourCacheWriteTokens: 7,
    });
  });

  it("is an hour of Bedrock's cache", () => {
    const cacheDetails = [
      { ttl: "5m", inputTokens: 3 },
      { ttl: "1h", inputTokens: 7 },
    ];
    const usage = { inputTokens: 1, outputTokens: 1, cacheWriteInputTokens: 10, cacheDetails };
    const answer = { output: { message: { content: [{ text: "a" }] } }, usage };
    expect(usageOf(new ConverseReader("m"), answer)).toMatchObject({
      cacheWriteTokens: 10,
      hourCacheWriteTokens: 7,
    });
  });

  it("is sound in Gemini's files", () => {
    const promptTokensDetails = [
      { modality: "TEXT", tokenCount: 4 },
      { modality: "AUDIO", tokenCount: 96 },
    ];
    const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 1, promptTokensDetails };
    const candidates = [{ content: { parts: [{ text: "a" }] }, finishReason: "STOP" }];
    expect(usageOf(new CandidateReader(scrub), { candidates, usageMetadata })).toMatchObject({
      inputTokens: 100,
      audioInputTokens: 96,
    });
  });

  it("is the tier that an upstream says it served, in a word that may be one", () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    const completion = { choices: [{ message: { content: "a" } }], usage };
    const chat = (service_tier: unknown) =>
      usageOf(new ChatReader({ thinkTags: false, scrub }), { ...completion, service_tier });
    expect(chat("priority")).toMatchObject({ serviceTier: "priority" });
    for (const nothing of [null, "", "auto", 7, "x".repeat(100), "A word\n"])
      expect(chat(nothing)).not.toHaveProperty("serviceTier");
    const response = { status: "completed", output: [], service_tier: "flex" };
    const counted = { ...response, usage: { input_tokens: 1, output_tokens: 1 } };
    expect(usageOf(new ResponsesReader(scrub), counted)).toMatchObject({
      serviceTier: "flex",
    });
  });
});
