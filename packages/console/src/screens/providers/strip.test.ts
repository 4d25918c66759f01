import { expect, it } from "vitest";
import { barsOf, summaryOf } from "./strip.ts";

const now = Date.parse("2026-11-22T09:31:00Z");
const slot = (from: string, answered: number, failed: number) => ({
  from,
  to: new Date(Date.parse(from) + 300_000).toISOString(),
  answered,
  failed,
  latency: null,
  throughput: null,
});

it("puts each stretch in its place of the day that ends now", () => {
  const bars = barsOf(
    [
      slot("2026-11-21T09:35:00Z", 4, 0),
      slot("2026-11-22T09:15:00Z", 3, 12),
      slot("2026-11-22T09:30:00Z", 1, 1),
    ],
    now,
  );
  expect(bars.map(({ at, failed }) => [at, failed])).toEqual([
    [0, 0],
    [284, 0.8],
    [287, 0.5],
  ]);
});

it("leaves out what is older than a day, and stretches without an attempt", () => {
  expect(
    barsOf([slot("2026-11-21T09:30:00Z", 4, 0), slot("2026-11-22T09:00:00Z", 0, 0)], now),
  ).toEqual([]);
});

it("sums up what a reader who does not see the strip has to know", () => {
  const bars = barsOf(
    [slot("2026-11-22T09:15:00Z", 3, 12), slot("2026-11-22T09:20:00Z", 41, 0)],
    now,
  );
  expect(summaryOf(bars)).toEqual({ attempts: 56, failed: 12, bad: 1 });
});
