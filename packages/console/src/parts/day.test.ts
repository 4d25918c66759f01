import { expect, it } from "vitest";
import { endOfDay, isDay, startOfDay } from "./day.ts";

it("finds the first moment of a day in a zone", () => {
  expect(startOfDay("2026-11-22", "UTC").toISOString()).toBe("2026-11-22T00:00:00.000Z");
  expect(startOfDay("2026-11-22", "Europe/Berlin").toISOString()).toBe("2026-11-21T23:00:00.000Z");
  expect(startOfDay("2026-11-22", "America/New_York").toISOString()).toBe(
    "2026-11-22T05:00:00.000Z",
  );
  expect(startOfDay("2026-11-22", "Asia/Kolkata").toISOString()).toBe("2026-11-21T18:30:00.000Z");
});

it("gives the days on which clocks change their 23 and 25 hours", () => {
  const hours = (day: string) =>
    (endOfDay(day, "Europe/Berlin").getTime() - startOfDay(day, "Europe/Berlin").getTime()) /
    3_600_000;
  expect([hours("2026-03-29"), hours("2026-10-25"), hours("2026-11-22")]).toEqual([23, 25, 24]);
});

it("takes no text for a day that is none", () => {
  expect(["2026-11-22", "2026-13-01", "yesterday", ""].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
