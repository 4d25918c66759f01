import { expect, it } from "vitest";
import { createLiveness } from "./liveness.ts";

function watch(silenceMs: number) {
  let nowMs = 1000;
  const { silentAmong } = createLiveness(silenceMs, () => nowMs);
  return (afterMs: number, beats: Readonly<Record<string, number | null>>) => {
    nowMs += afterMs;
    return silentAmong(Object.entries(beats).map(([id, count]) => ({ id, beats: count })));
  };
}

it("a process counts as dead if its heartbeat count has not changed for so long, and no other does", () => {
  const look = watch(30);
  expect(look(10, { a: 1, b: 1 })).toEqual([]);
  expect(look(10, { a: 1, b: 2 })).toEqual([]);
  expect(look(10, { a: 1, b: 3 })).toEqual([]);
  expect(look(10, { a: 1, b: 4 })).toEqual(["a"]);
});

it("the silence starts again when the count changes, and when the process was absent for a while", () => {
  const look = watch(30);
  for (const beats of [1, 1, 1, 2, 2, 2]) expect(look(10, { a: beats })).toEqual([]);
  expect(look(10, {})).toEqual([]);
  for (const beats of [2, 2, 2]) expect(look(10, { a: beats })).toEqual([]);
  expect(look(10, { a: 2 })).toEqual(["a"]);
});

it("a process with holds and without a heartbeat counts as dead", () => {
  const look = watch(30);
  for (let looks = 0; looks < 3; looks += 1) expect(look(10, { a: null })).toEqual([]);
  expect(look(10, { a: null })).toEqual(["a"]);
});

it("a watcher that was stopped itself does not count that time as the silence of others", () => {
  const look = watch(30);
  look(10, { a: 1 });
  // The machine slept for an hour, and so did the other process.
  expect(look(3_600_000, { a: 1 })).toEqual([]);
  expect(look(10, { a: 2 })).toEqual([]);
});
