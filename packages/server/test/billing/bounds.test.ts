import type { RespondCall } from "@portico/core/model-call/respond-call";
import { isProof } from "@portico/test-support/proof";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { publishedTokensPerImage } from "../../src/configuration/traits-of.ts";
import { InputBounds } from "../../src/operations/generate/input-bound.ts";
import { tokensOfPicture } from "../../src/operations/paid-call/token-bounds.ts";
import { toMessagesBody } from "../../src/providers/anthropic/messages-body.ts";
import { toConverseBody } from "../../src/providers/bedrock/converse-body.ts";
import { toChatBody } from "../../src/providers/cohere/chat-body.ts";
import { toGenerateBody } from "../../src/providers/gemini/generate-body.ts";
import { toOllamaRequest } from "../../src/providers/ollama/request.ts";
import { chatPresets } from "../../src/providers/openai/chat/presets.ts";
import { toChatRequest } from "../../src/providers/openai/chat/request.ts";
import { toResponsesRequest } from "../../src/providers/openai/responses/request.ts";
import { sampleCandidate } from "../routing/sample-candidate.ts";
import { honestCount, pictureCounts } from "./honest-upstream.ts";
import { calls, worst } from "./requests.ts";

const endpoint = { ...sampleCandidate("p").endpoint, contextLength: 100_000_000 };

const bodies: Readonly<Record<string, (call: RespondCall) => unknown>> = {
  responses: (call) => toResponsesRequest(call, "openai", "openai"),
  anthropic: (call) => toMessagesBody({ ...call, model: "claude-sonnet-4-6" }),
  bedrock: (call) => toConverseBody({ ...call, model: "anthropic.claude-sonnet-4-6" }),
  "bedrock, other models": (call) => toConverseBody({ ...call, model: "openai.gpt-oss" }),
  gemini: (call) => toGenerateBody({ ...call, model: "gemini-3-flash" }),
  cohere: (call) => toChatBody(call),
  ollama: (call) => toOllamaRequest(call),
  ...Object.fromEntries(
    Object.entries(chatPresets).map(([name, { chat }]) => [
      `chat, ${name}`,
      (call: RespondCall) => toChatRequest(call, chat),
    ]),
  ),
};

describe("the bound of a request", () => {
  it.each(Object.entries(bodies))(
    "holds for what is sent in the dialect of %s",
    async (_name, toBody) => {
      await fc.assert(
        fc.asyncProperty(calls, async (call) => {
          const { tokens } = await new InputBounds(call).at([endpoint]);
          expect(honestCount(toBody(call))).toBeLessThanOrEqual(tokens);
        }),
        { numRuns: isProof ? 60 : 15 },
      );
    },
  );

  it.each(Object.entries(worst))("holds in every dialect for %s", async (_what, call) => {
    const { tokens } = await new InputBounds(call).at([endpoint]);
    for (const [name, toBody] of Object.entries(bodies))
      expect([name, honestCount(toBody(call)) <= tokens]).toEqual([name, true]);
  });

  it.each([
    ["anthropic", "claude-opus-5-5", "anthropic"],
    ["openai", "gpt-4o", "openai"],
    ["azure", "any-deployment", "openai"],
    ["gemini", "gemini-2.5-pro", "gemini"],
    ["vertex", "gemini-2.5-pro", "gemini"],
    ["openai-compatible", "qwen3-vl", "open"],
    ["openai", "llama-vision", "open"],
  ])("holds for a picture of any size at %s, %s", (kind, model, vendor) => {
    const tokensPerImage = publishedTokensPerImage(kind, model);
    const place = { ...endpoint, ...(tokensPerImage !== undefined && { tokensPerImage }) };
    const side = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const bound = tokensOfPicture({ picture: { width, height } }, place);
        expect(pictureCounts[vendor]?.(width, height)).toBeLessThanOrEqual(bound);
      }),
      { numRuns: isProof ? 2000 : 500 },
    );
  });
});
