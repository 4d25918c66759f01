import { getHeapStatistics } from "node:v8";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createHeapPressure, giveMemoryBack, readMemory } from "./heap-pressure.ts";

/** A heap with these bytes alive and these bytes of garbage, of a limit of one hundred. */
function heapOf(alive: number, garbage: number) {
  const heap = { alive, garbage, nowMs: 0, looks: 0, collections: 0 };
  const isShort = createHeapPressure({
    read: () => {
      heap.looks += 1;
      return { usedBytes: heap.alive + heap.garbage, limitBytes: 100 };
    },
    collect: () => {
      heap.collections += 1;
      heap.garbage = 0;
    },
    nowMs: () => heap.nowMs,
  });
  const later = (ms: number) => {
    heap.nowMs += ms;
    return isShort();
  };
  return { heap, later };
}

it("the heap is read four times a second, for any number of questions", () => {
  const { heap, later } = heapOf(50, 10);
  for (let time = 0; time < 1000; time += 1) expect(later(1)).toBe(false);
  expect([heap.looks, heap.collections]).toEqual([4, 0]);
});

it("garbage is collected before memory counts as short", () => {
  const { heap, later } = heapOf(50, 40);
  expect([later(1), heap.collections]).toEqual([false, 1]);
});

it("memory counts as short while live objects fill the heap, and is collected seldom", () => {
  const { heap, later } = heapOf(90, 0);
  for (let time = 0; time < 39; time += 1) expect(later(250)).toBe(true);
  expect(heap.collections).toBe(1);
  heap.alive = 50;
  expect(later(250)).toBe(false);
});

it("buffers outside of the heap count against the memory of the container", () => {
  const heap = { used_heap_size: 100, heap_size_limit: 500 };
  const withBuffers = (external_memory: number) => ({ ...heap, external_memory });
  expect(readMemory(withBuffers(800), 1000)).toEqual({ usedBytes: 900, limitBytes: 1000 });
  expect(readMemory(withBuffers(50), 1000)).toEqual({ usedBytes: 100, limitBytes: 500 });
  // Node says 0 where there is no limit.
  expect(readMemory(withBuffers(800), 0)).toEqual({ usedBytes: 100, limitBytes: 500 });
});

it("a buffer is seen as soon as it is there", () => {
  const before = getHeapStatistics().external_memory;
  const buffer = Buffer.alloc(50_000_000);
  expect(getHeapStatistics().external_memory - before).toBeGreaterThanOrEqual(buffer.length);
});

it("the real heap can be read and collected", () => {
  expect(createHeapPressure()()).toBe(false);
  let held: object[] = [];
  const isShort = createHeapPressure({
    read: () => ({ usedBytes: 100, limitBytes: 100 }),
  });
  held = Array.from({ length: 1000 }, () => ({}));
  expect([isShort(), held.length]).toEqual([true, 1000]);
});

const megabyte = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const inFlight = { bodyBytes: 0, bodyBytesEver: 0 };
  const state = { collections: 0 };
  const stop = giveMemoryBack(inFlight, {
    everyMs: 10,
    collect: () => {
      state.collections += 1;
    },
  });
  return { inFlight, state, stop };
}

it("garbage is collected once, a moment after the last of many large bodies", () => {
  const { inFlight, state, stop } = watched();
  Object.assign(inFlight, { bodyBytes: megabyte, bodyBytesEver: 100 * megabyte });
  vi.advanceTimersByTime(1000);
  expect(state.collections, "not while they are under way").toBe(0);
  inFlight.bodyBytes = 0;
  vi.advanceTimersByTime(1000);
  expect(state.collections).toBe(1);
  inFlight.bodyBytesEver += 100 * megabyte;
  stop();
  vi.advanceTimersByTime(1000);
  expect(state.collections).toBe(1);
});

it("garbage is not collected after a few large bodies", () => {
  const { inFlight, state, stop } = watched();
  inFlight.bodyBytesEver = 10 * megabyte;
  vi.advanceTimersByTime(1000);
  expect(state.collections).toBe(0);
  stop();
});
