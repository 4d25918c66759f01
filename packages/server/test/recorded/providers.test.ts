import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { createProvider } from "../../src/providers/index.ts";
import type { UpstreamFailure } from "../../src/upstream/upstream-error.ts";
import { coverageOf, settingsFor, type Target } from "./coverage.ts";
import { eventEnds } from "./events.ts";
import { type Heard, heard } from "./heard.ts";
import { isTextApi, readPrefix, readRecording } from "./readers/read-recording.ts";
import type { Reading } from "./readers/reading.ts";
import {
  absence,
  bodyBytes,
  hasRecordings,
  type Recording,
  readRecordings,
  recordedChunks,
  singleBytes,
} from "./recording.ts";
import { replayedUpstream } from "./replayed-upstream.ts";

const failuresByStatus: Readonly<Record<number, readonly UpstreamFailure[]>> = {
  400: ["rejected", "credential", "modelNotFound"],
  401: ["credential"],
  403: ["credential"],
  404: ["modelNotFound"],
  422: ["rejected"],
  429: ["rateLimited"],
  500: ["overloaded"],
  502: ["overloaded", "malformed"],
  503: ["overloaded"],
  529: ["overloaded"],
};

/** The family of OpenAI's dialects has a suite of its own. */
const kinds = new Set(["anthropic", "bedrock", "cohere", "gemini", "vertex"]);

const plainCall: Omit<RespondCall, "model" | "stream"> = {
  requestId: "req_test",
  conversation: [{ type: "message", role: "user", content: [{ type: "text", text: "Hello" }] }],
  tools: [],
  toolChoice: "auto",
};

describe.skipIf(!hasRecordings)(`providers, replayed ${hasRecordings ? "" : absence}`, () => {
  const recordings = hasRecordings ? readRecordings() : [];
  const covered = recordings.flatMap((recording) => {
    const coverage = coverageOf(recording);
    return coverage.covered && kinds.has(coverage.target.kind) && isTextApi(recording.api)
      ? [{ file: recording.file, recording, target: coverage.target }]
      : [];
  });

  it("finds recordings of each of its kinds", () => {
    expect(new Set(covered.map(({ target }) => target.kind))).toEqual(kinds);
  });

  it.each(covered)("reads $file as it is", async ({ recording, target }) => {
    const outcome = await replay(recording, target, recordedChunks(recording));
    expectReading(outcome, readRecording(recording));
  });

  it.each(covered)("reads $file byte by byte", async ({ recording, target }) => {
    const outcome = await replay(recording, target, singleBytes(recording));
    expectReading(outcome, readRecording(recording));
  });

  const streams = covered.filter(
    ({ recording }) => recording.response.status === 200 && eventEnds(recording).length > 0,
  );
  it.each(streams)("never takes $file for complete when it is cut", async (given) => {
    const { recording, target } = given;
    const bytes = bodyBytes(recording);
    const ends = eventEnds(recording);
    for (const end of [0, ...ends.slice(0, -1)]) {
      const start = bytes.subarray(0, end);
      const reading = readPrefix(recording, start);
      for (const isCut of [true, false]) {
        const outcome = await replay(recording, target, [start], isCut);
        expectPrefix(outcome, reading, `cut at byte ${end}`);
      }
    }
  });
});

async function replay(
  recording: Recording,
  target: Target,
  chunks: readonly Uint8Array[],
  breaks = false,
): Promise<Heard> {
  const { status, headers } = recording.response;
  const upstream = replayedUpstream({ status, headers, pieces: chunks, breaks });
  const provider = createProvider(settingsFor(target, "http://127.0.0.1:9"), upstream);
  return await heard(provider, { ...plainCall, model: target.model, stream: recording.stream });
}

function expectReading(outcome: Heard, reading: Reading): void {
  if (reading.errorStatus !== undefined) {
    expect(failuresByStatus[reading.errorStatus]).toContain(outcome.error?.failure);
    expect(finishesOf(outcome)).toBe(0);
    return;
  }
  expect(outcome.error?.message).toBeUndefined();
  expect(outcome.text).toBe(reading.text);
  expect(outcome.calls).toEqual(reading.calls);
  expect(outcome.usage).toEqual(reading.usage);
  expect(outcome.finish).toBe(reading.finish);
  expect(finishesOf(outcome)).toBe(1);
}

/** Either the dialect's own end had come already, or it is a failure after the same text. */
function expectPrefix(outcome: Heard, reading: Reading, where: string): void {
  expect(outcome.text, where).toBe(reading.text);
  if (outcome.error === undefined) {
    expect(finishesOf(outcome), where).toBe(1);
    expect(outcome.finish, where).toBe(reading.finish);
    expect(outcome.finish, where).toBeDefined();
  } else {
    expect(finishesOf(outcome), where).toBe(0);
    expect(["cut", "malformed"], where).toContain(outcome.error.failure);
  }
}

function finishesOf({ parts }: Heard): number {
  return parts.filter((part) => part.type === "finish").length;
}
