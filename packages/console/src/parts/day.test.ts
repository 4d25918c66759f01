import { expect, it } from "vitest";
import { endOfDay, isDay, localOf, momentOf, startOfDay } from "./day.ts";

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

it.each([
  ["2026-03-29T01:59", "2026-03-29T00:59:00.000Z"],
  ["2026-03-29T03:00", "2026-03-29T01:00:00.000Z"],
  ["2026-10-25T01:59", "2026-10-24T23:59:00.000Z"],
  ["2026-10-25T03:00", "2026-10-25T02:00:00.000Z"],
  ["0020-11-22T20:15", "0020-11-22T19:21:32.000Z"],
])("reads %s of the clocks in Berlin as %s, and writes it back", (local, iso) => {
  expect(momentOf(local, "Europe/Berlin").toISOString()).toBe(iso);
  expect(localOf(iso, "Europe/Berlin")).toBe(local);
});

it("moves a time that the clocks leave out to the time that they show", () => {
  const iso = momentOf("2026-03-29T02:30", "Europe/Berlin").toISOString();
  expect(localOf(iso, "Europe/Berlin")).toBe("2026-03-29T03:30");
  expect(localOf("never", "UTC")).toBe("");
  expect(momentOf("never", "UTC").getTime()).toBeNaN();
});

it("takes no text for a day that is none", () => {
  expect(["2026-11-22", "2026-13-01", "yesterday", ""].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
