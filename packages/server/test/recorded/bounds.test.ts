import type { TokenUsage } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { traitsOf } from "../../src/configuration/traits-of.ts";
import { costOf, totalNanousd } from "../../src/money/cost.ts";
import { InputBounds } from "../../src/operations/generate/input-bound.ts";
import { createProvider } from "../../src/providers/index.ts";
import { sampleCandidate } from "../routing/sample-candidate.ts";
import { coverageOf, settingsFor } from "./coverage.ts";
import { heard } from "./heard.ts";
import {
  absence,
  hasRecordings,
  type Recording,
  readRecordings,
  recordedChunks,
} from "./recording.ts";
import { replayedUpstream } from "./replayed-upstream.ts";
import { anthropicRequests } from "./requests/anthropic.ts";
import { bedrockRequests } from "./requests/bedrock.ts";
import { chatCall } from "./requests/chat.ts";
import { cohereRequests } from "./requests/cohere.ts";
import { geminiRequests } from "./requests/gemini.ts";

type ToCall = (body: unknown) => Partial<RespondCall> | undefined;

const readers: Readonly<Record<string, ToCall>> = {
  "anthropic.messages": anthropicRequests.toCall,
  "bedrock.converse": bedrockRequests.toCall,
  "bedrock.converse-stream": bedrockRequests.toCall,
  "cohere.chat.v2": cohereRequests.toCall,
  "gemini.generateContent": geminiRequests.toCall,
  "gemini.streamGenerateContent": geminiRequests.toCall,
  "openai.chat": chatCall,
};

const nothing = { conversation: [], tools: [], toolChoice: "auto" } as const;
const cases = (hasRecordings ? readRecordings() : []).flatMap((recording) => {
  const call =
    recording.response.status === 200 && readers[recording.api]?.(recording.request?.body);
  return call ? [{ file: recording.file, recording, call: { ...nothing, ...call } }] : [];
});

const context = 10_000_000;
const endpoint = { ...sampleCandidate("p").endpoint, contextLength: context };

describe.skipIf(!hasRecordings)(`what vendors counted ${hasRecordings ? "" : absence}`, () => {
  it("is recorded of every dialect", () => {
    const counts = Object.keys(readers).map((api) => [
      api,
      cases.filter(({ recording }) => recording.api === api).length,
    ]);
    expect(counts.filter(([, count]) => count === 0)).toEqual([]);
  });

  it.each(cases)("of the input is within the bound in $file", async ({ recording, call }) => {
    const usage = await usageOf(recording);
    const traits = traitsOf(recording.provider, recording.model ?? "");
    const { tokens } = await new InputBounds(call).at([{ ...endpoint, ...traits }]);
    // Cohere reads out a long preamble to its models, and bills none of it.
    const billed = usage?.billed?.inputTokens ?? usage?.inputTokens ?? 0;
    expect(billed).toBeLessThanOrEqual(tokens);
  });

  it.each(cases)(
    "is what is charged and what is not, together, in $file",
    async ({ recording }) => {
      const usage = await usageOf(recording);
      if (usage === undefined) return;
      const cost = totalNanousd(costOf(dear, usage));
      const { inputTokens, outputTokens } = usage.billed ?? usage;
      const parts = usage.billed === undefined ? usage : undefined;
      const cached = Math.min(parts?.cachedInputTokens ?? 0, inputTokens);
      const written = Math.min(parts?.cacheWriteTokens ?? 0, inputTokens - cached);
      const reasoning = Math.min(parts?.reasoningTokens ?? 0, outputTokens);
      expect(cost).toBe(
        (inputTokens - cached - written) * 3 +
          written * 7 +
          cached +
          (outputTokens - reasoning) * 11 +
          reasoning * 13,
      );
    },
  );

  it.each(cases)("adds up to the charge, part by part, in $file", async ({ recording }) => {
    const usage = await usageOf(recording);
    if (usage === undefined) return;
    const { input, output, cacheRead, cacheWrite } = costOf(fractional, usage);
    const { inputTokens, outputTokens } = usage.billed ?? usage;
    const counts = usage.billed === undefined ? usage : undefined;
    const cached = Math.min(counts?.cachedInputTokens ?? 0, inputTokens);
    const written = Math.min(counts?.cacheWriteTokens ?? 0, inputTokens - cached);
    const exact = [
      [input, (inputTokens - cached - written) * fractional.inputPicousd],
      [output, outputTokens * fractional.outputPicousd],
      [cacheRead, cached * fractional.cachedInputPicousd],
      [cacheWrite, written * fractional.cacheWritePicousd],
    ] as const;
    for (const [part, picousd] of exact) expect(Math.abs(part * 1000 - picousd)).toBeLessThan(1000);
    const total = exact.reduce((sum, [, picousd]) => sum + picousd, 0);
    expect(input + output + cacheRead + cacheWrite).toBe(Math.ceil(total / 1000));
  });
});

/** Nanodollars a token, so that nothing is rounded. */
const dear = {
  inputPicousd: 3_000,
  cachedInputPicousd: 1_000,
  cacheWritePicousd: 7_000,
  outputPicousd: 11_000,
  reasoningPicousd: 13_000,
  requestNanousd: 0,
  imageNanousd: 0,
};

/** Fractions of a nanodollar a token, so that each part is rounded. */
const fractional = {
  ...{ ...dear, inputPicousd: 333, cachedInputPicousd: 71, cacheWritePicousd: 417 },
  ...{ outputPicousd: 1_777, reasoningPicousd: 1_777 },
};

async function usageOf(recording: Recording): Promise<TokenUsage | undefined> {
  const coverage = coverageOf(recording);
  if (!coverage.covered) return undefined;
  const { status, headers } = recording.response;
  const upstream = replayedUpstream({ status, headers, pieces: recordedChunks(recording) });
  const provider = createProvider(settingsFor(coverage.target, "http://127.0.0.1:9"), upstream);
  const { parts } = await heard(provider, {
    ...{ requestId: "req_1", model: coverage.target.model, stream: recording.stream },
    ...nothing,
  });
  return parts.findLast((part) => part.type === "usage")?.usage;
}
