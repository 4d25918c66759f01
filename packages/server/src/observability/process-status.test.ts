import { expect, it } from "vitest";
import { percentilesOf } from "../histogram.ts";
import { RecentFigures, windowSeconds } from "./process-status.ts";

function figuresAt(startMs: number) {
  const clock = { nowMs: startMs };
  return { clock, figures: new RecentFigures(() => clock.nowMs) };
}

it("counts times exact to five percent, and never less than nothing", () => {
  const { figures } = figuresAt(0);
  for (const ms of [0.4, 2, 2, 40, -3]) figures.overhead(ms);
  const { overhead } = figures.sums();
  expect(overhead.reduce((sum, [, count]) => sum + count, 0)).toBe(5);
  const { p50 = 0, p99 = 0 } = percentilesOf(new Map(overhead)) ?? {};
  expect(p50 / 2000).toBeCloseTo(1, 1);
  expect(p99 / 40_000).toBeCloseTo(1, 1);
});

it("adds up the minutes of the window, with the worst lag, and forgets those before it", () => {
  const { figures, clock } = figuresAt(0);
  figures.overhead(1);
  figures.vectorCache(3, 4);
  figures.eventLoopLag(90);
  clock.nowMs += (windowSeconds - 60) * 1000;
  figures.overhead(1);
  figures.vectorCache(1, 1);
  figures.eventLoopLag(5);
  figures.eventLoopLag(2);
  expect(figures.sums()).toMatchObject({ cacheHits: 4, cacheMisses: 5, eventLoopLagMs: 90 });
  clock.nowMs += 60_000;
  const later = figures.sums();
  expect(later).toMatchObject({ cacheHits: 1, cacheMisses: 1, eventLoopLagMs: 5 });
  expect(later.overhead.reduce((sum, [, count]) => sum + count, 0)).toBe(1);
});
