import { describe, expect, it } from "vitest";
import type { Embedded, EmbedInput } from "../../src/model-call/embed-call.ts";
import { createProvider } from "../../src/providers/index.ts";
import { UpstreamError } from "../../src/upstream/upstream-error.ts";
import type { Vector } from "../../src/vectors/vector.ts";
import { coverageOf, settingsFor, type Target } from "./coverage.ts";
import { isEmbeddingsApi, readVectors } from "./readers/embeddings.ts";
import {
  absence,
  hasRecordings,
  type Recording,
  readRecordings,
  recordedChunks,
  singleBytes,
} from "./recording.ts";
import { replayedUpstream } from "./replayed-upstream.ts";

/** The family of OpenAI's dialects has a suite of its own. */
const kinds = new Set(["bedrock", "cohere", "gemini", "vertex", "voyage"]);

describe.skipIf(!hasRecordings)(`embeddings, replayed ${hasRecordings ? "" : absence}`, () => {
  const recordings = hasRecordings ? readRecordings() : [];
  const covered = recordings.flatMap((recording) => {
    const coverage = coverageOf(recording);
    return coverage.covered && kinds.has(coverage.target.kind) && isEmbeddingsApi(recording.api)
      ? [{ file: recording.file, recording, target: coverage.target }]
      : [];
  });
  const answered = covered.filter(({ recording }) => recording.response.status === 200);
  const refused = covered.filter(({ recording }) => recording.response.status !== 200);

  it("finds recordings of each of its kinds", () => {
    expect(new Set(covered.map(({ target }) => target.kind))).toEqual(kinds);
  });

  it.each(answered)("passes on the vectors of $file", async ({ recording, target }) => {
    const reading = readVectors(recording);
    for (const chunks of [recordedChunks(recording), singleBytes(recording)]) {
      const embedded = await replay(recording, target, chunks, reading.vectors.length);
      expect(embedded.vectors.map(numbersOf)).toEqual(reading.vectors);
      expect(embedded.inputTokens).toBe(reading.inputTokens);
    }
  });

  it.each(answered)("refuses $file when it holds another count of vectors", async (given) => {
    const { recording, target } = given;
    const count = readVectors(recording).vectors.length;
    const batches = new Set(["cohere", "gemini", "voyage"]).has(target.kind);
    if (batches) {
      const answer = replay(recording, target, recordedChunks(recording), count + 1);
      await expect(answer).rejects.toMatchObject({ failure: "malformed" });
    }
    const dimensions = { expectedDimensions: 7 };
    const answer = replay(recording, target, recordedChunks(recording), count, dimensions);
    await expect(answer).rejects.toMatchObject({ failure: "malformed" });
  });

  it.each(refused)("hands on the refusal of $file", async ({ recording, target }) => {
    const answer = replay(recording, target, recordedChunks(recording), 1);
    await expect(answer).rejects.toBeInstanceOf(UpstreamError);
    await expect(answer).rejects.toMatchObject({ status: recording.response.status });
  });
});

async function replay(
  recording: Recording,
  target: Target,
  chunks: readonly Uint8Array[],
  inputCount: number,
  more: { expectedDimensions?: number } = {},
): Promise<Embedded> {
  const { status, headers } = recording.response;
  const upstream = replayedUpstream({ status, headers, pieces: chunks });
  const provider = createProvider(settingsFor(target, "http://127.0.0.1:9"), upstream);
  const call = {
    model: target.model,
    requestId: "req_test",
    inputs: Array.from({ length: inputCount }, (): EmbedInput => ({ type: "text", text: "words" })),
    encoding: "float" as const,
    truncate: false,
    ...more,
  };
  const embedded = await provider.embed?.(call, new AbortController().signal);
  if (embedded === undefined) throw new Error(`The kind ${target.kind} embeds nothing.`);

  return embedded;
}

function numbersOf(vector: Vector): readonly number[] {
  switch (vector.format) {
    case "decimal":
      return JSON.parse(Buffer.concat(vector.pieces).toString("utf8"));
    case "base64": {
      const bytes = Buffer.from(Buffer.concat(vector.pieces).toString("latin1"), "base64");
      return Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
    }
    case "floats":
      return [...vector.values];
  }
}
