import { describe, expect, it } from "vitest";
import type { EmbedCall, EmbedInput } from "../../model-call/embed-call.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import { embedInBatches } from "./embed-in-batches.ts";

const inputs: readonly EmbedInput[] = ["a", "b", "c"].map((text) => ({ type: "text", text }));
const call: EmbedCall = { model: "m", requestId: "r", inputs, encoding: "float", truncate: false };
const vector = { format: "floats" as const, values: new Float32Array(2), dimensions: 2 };
const never = new AbortController().signal;

const nameOf = (batch: readonly EmbedInput[]) =>
  batch.map((input) => (input.type === "text" ? input.text : "")).join("");

/** What the failed call says of the work that was done on it. */
async function workOf(
  answers: Readonly<Record<string, number | undefined | UpstreamError>>,
  change: Partial<EmbedCall> = {},
) {
  const error: unknown = await embedInBatches({ ...call, ...change }, 1, never, async (batch) => {
    const answer = answers[nameOf(batch)];
    if (answer instanceof UpstreamError) throw answer;
    return { vectors: [vector], inputTokens: answer };
  }).catch((thrown: unknown) => thrown);
  if (!(error instanceof UpstreamError)) throw new Error("It did not fail.");
  const { work } = error;
  return work && [work.inputTokens, nameOf(work.uncounted)];
}

const failed = (wasLeft = false) => new UpstreamError("overloaded", "No.", { wasLeft });

describe("a call of several batches of which one fails", () => {
  it.each([
    ["what the others counted", { a: 5, b: failed(), c: 7 }, [12, ""]],
    ["what the others did not count", { a: 5, b: failed(), c: undefined }, [5, "c"]],
    ["what was under way", { a: 5, b: failed(true), c: 7 }, [12, "b"]],
    ["nothing where all were refused", { a: failed(), b: failed(), c: failed() }, undefined],
  ] as const)("tells %s", async (_, answers, expected) => {
    expect(await workOf(answers)).toEqual(expected);
  });

  it("begins no further batch once its caller has left", async () => {
    expect(await workOf({ a: 5, b: 6, c: 7 }, { left: AbortSignal.abort() })).toBeUndefined();
  });

  it("tells what was counted where the vectors are of no use together", async () => {
    expect(await workOf({ a: 5, b: 6, c: 7 }, { expectedDimensions: 3 })).toEqual([18, ""]);
  });
});
