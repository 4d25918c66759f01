import { expect, it } from "vitest";
import { spanOf } from "./span.ts";

const now = Date.parse("2026-11-22T14:02:10Z");

it.each([
  ["hour", "2026-11-22T13:00:00.000Z", 2],
  ["day", "2026-11-21T15:00:00.000Z", 24],
  ["week", "2026-11-15T15:00:00.000Z", 168],
  ["month", "2026-10-24T00:00:00.000Z", 30],
] as const)("the last %s begins at %s, on the axis too", (period, from, count) => {
  const span = spanOf(period, now);
  expect(span.figures.from).toBe(from);
  expect(span.steps[0]).toBe(from);
  expect(span.steps).toHaveLength(count);
  expect(span.figures.granularity).toBe(period === "month" ? "day" : "hour");
});
