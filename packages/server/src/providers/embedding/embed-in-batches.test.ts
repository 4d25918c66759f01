import { describe, expect, it } from "vitest";
import type { EmbedCall, EmbedInput } from "../../model-call/embed-call.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import { embedInBatches, inBatches } from "./embed-in-batches.ts";

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

const items = Array.from({ length: 23 }, (_, place) => place);
const signal = new AbortController().signal;

describe("work in batches", () => {
  it("comes in the order of the items, however long each batch takes", async () => {
    const results = await inBatches(items, 5, signal, async (batch) => {
      for (let turns = 0; turns < 5 - (batch[0] ?? 0) / 5; turns += 1) await Promise.resolve();

      return batch;
    });
    expect(results.flat()).toEqual(items);
    expect(results.map((batch) => batch.length)).toEqual([5, 5, 5, 5, 3]);
  });

  it("is at most four batches at a time", async () => {
    let running = 0;
    let most = 0;
    await inBatches(items, 1, signal, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    });
    expect(most).toBe(4);
  });

  it("ends with the first failure, which ends all other work", async () => {
    const ended: number[] = [];
    const work = inBatches(items, 1, signal, async ([item = 0], either) => {
      if (item === 2) throw new Error("no");

      await new Promise((_, reject) => {
        either.addEventListener("abort", () => {
          ended.push(item);
          reject(either.reason);
        });
      });
    });
    await expect(work).rejects.toThrow("no");
    expect(ended).toEqual([0, 1, 3]);
  });

  it("ends when its caller leaves", async () => {
    const caller = new AbortController();
    const work = inBatches(items, 5, caller.signal, (_, either) => {
      caller.abort(new Error("gone"));
      return Promise.reject(either.aborted ? either.reason : new Error("still there"));
    });
    await expect(work).rejects.toThrow("gone");
  });
});
