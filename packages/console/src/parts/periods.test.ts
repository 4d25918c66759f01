import { expect, it } from "vitest";
import { stepOf, stepsBetween } from "./periods.ts";

const at = (text: string) => Date.parse(text);

it("steps are whole, and the one under way is one of them", () => {
  const steps = stepsBetween(at("2026-11-22T13:30:00Z"), at("2026-11-22T15:00:01Z"), "hour");
  expect(steps).toEqual([
    "2026-11-22T13:00:00.000Z",
    "2026-11-22T14:00:00.000Z",
    "2026-11-22T15:00:00.000Z",
  ]);
  expect(stepsBetween(at("2026-11-01"), at("2026-12-01"), "day")).toHaveLength(30);
  expect(stepsBetween(at("2026-11-02"), at("2026-11-01"), "day")).toEqual([]);
});

it("a row of activity has the words of its step", () => {
  const hour = "2026-11-22T13:00:00.000Z";
  expect(stepOf({ hour, date: "2026-11-22" })).toBe(hour);
  expect(stepOf({ hour: null, date: "2026-11-22" })).toBe("2026-11-22T00:00:00.000Z");
});
