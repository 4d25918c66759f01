import { expect, it } from "vitest";
import { sampleCaller } from "../../test/support/sample-caller.ts";
import { CallerGone } from "../errors.ts";
import { createListTurns } from "./list-turns.ts";

function bench() {
  let nowMs = 0;
  const rests: number[] = [];
  const turns = createListTurns({
    nowMs: () => nowMs,
    rest: async (ms) => {
      rests.push(ms);
      nowMs += ms;
    },
  });
  const { signal } = new AbortController();
  const one = { caller: sampleCaller({ keyId: 1 }), signal };
  const other = { caller: sampleCaller({ keyId: 2 }), signal };
  const list = (ms: number) => async () => {
    nowMs += ms;
  };
  return { turns, one, other, list, rests, now: () => nowMs };
}

it("reads one list at a time for each key, and those of other keys beside it", async () => {
  const { turns, one, other } = bench();
  const began: string[] = [];
  const ends = Promise.withResolvers<void>();
  const slow = (name: string) => async () => {
    began.push(name);
    await ends.promise;
  };
  const lists = [
    turns.run(one, slow("first")),
    turns.run(one, slow("second")),
    turns.run(other, slow("of another key")),
  ];
  await new Promise(setImmediate);
  expect(began).toEqual(["first", "of another key"]);
  ends.resolve();
  await Promise.all(lists);
  expect(began).toEqual(["first", "of another key", "second"]);
});

it("goes on after a list that has failed", async () => {
  const { turns, one, list } = bench();
  const failing = turns.run(one, async () => {
    throw new Error("gone");
  });
  await expect(failing).rejects.toThrow("gone");
  await turns.run(one, list(1));
});

it("leaves a caller that reads lists in a loop a quarter of the time", async () => {
  const { turns, one, list, now } = bench();
  for (let asked = 0; asked < 100; asked += 1) await turns.run(one, list(100));
  expect((100 * 100) / now()).toBeCloseTo(1 / 4, 1);
});

it("lets neither a page of some lists nor another caller rest", async () => {
  const { turns, one, other, list, rests } = bench();
  for (let asked = 0; asked < 6; asked += 1) await turns.run(one, list(80));
  expect(rests).toEqual([]);
  for (let asked = 0; asked < 6; asked += 1) await turns.run(one, list(80));
  expect(rests).not.toEqual([]);
  const before = rests.length;
  await turns.run(other, list(80));
  expect(rests).toHaveLength(before);
});

it("reads nothing for a caller who has left before the turn", async () => {
  const { turns, one } = bench();
  const leaving = new AbortController();
  leaving.abort();
  let isRead = false;
  const list = turns.run({ ...one, signal: leaving.signal }, async () => {
    isRead = true;
  });
  await expect(list).rejects.toBeInstanceOf(CallerGone);
  expect(isRead).toBe(false);
});
