import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { createProvider } from "../../src/providers/index.ts";
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
import { cohereRequests } from "./requests/cohere.ts";
import { type RequestDialect, sent } from "./requests/dialect.ts";
import { geminiRequests } from "./requests/gemini.ts";

const dialects: Readonly<Record<string, RequestDialect>> = {
  "anthropic.messages": anthropicRequests,
  "bedrock.invoke": anthropicRequests,
  "bedrock.invoke-with-response-stream": anthropicRequests,
  "bedrock.converse": bedrockRequests,
  "bedrock.converse-stream": bedrockRequests,
  "cohere.chat.v2": cohereRequests,
  "gemini.generateContent": geminiRequests,
  "gemini.streamGenerateContent": geminiRequests,
};

const cases = (hasRecordings ? readRecordings() : []).flatMap((recording) => {
  const dialect = dialects[recording.api];
  const call = recording.response.status === 200 && dialect?.toCall(recording.request?.body);
  return dialect && call ? [{ file: recording.file, recording, dialect, call }] : [];
});

describe.skipIf(!hasRecordings)(`requests, compared ${hasRecordings ? "" : absence}`, () => {
  it("are compared in each dialect", () => {
    const apis = Object.keys(dialects).map((api) => [
      api,
      cases.filter(({ recording }) => recording.api === api).length,
    ]);
    expect(apis.filter(([, count]) => count === 0)).toEqual([]);
  });

  it.each(cases)("mean the same as in $file", async ({ recording, dialect, call }) => {
    const asked = await bodyFor(recording, call);
    expect(sent(dialect.plain(asked))).toEqual(sent(dialect.plain(recording.request?.body)));
  });
});

async function bodyFor(recording: Recording, call: Partial<RespondCall>): Promise<unknown> {
  const coverage = coverageOf(recording);
  if (!coverage.covered) throw new Error(coverage.reason);

  const { status, headers } = recording.response;
  const upstream = replayedUpstream({ status, headers, pieces: recordedChunks(recording) });
  const provider = createProvider(settingsFor(coverage.target, "http://127.0.0.1:9"), upstream);
  await heard(provider, {
    requestId: "req_1",
    model: coverage.target.model,
    stream: recording.stream,
    conversation: [],
    tools: [],
    toolChoice: "auto",
    ...call,
  });
  return upstream.asked[0];
}
