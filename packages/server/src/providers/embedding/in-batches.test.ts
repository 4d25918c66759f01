import { describe, expect, it } from "vitest";
import { inBatches } from "./in-batches.ts";

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
