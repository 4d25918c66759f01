import { expect, it } from "vitest";
import { fromIso } from "./dates.ts";

it.each(["2026-02-30", "2026-02-29", "2026-04-31T10:00:00+02:00", "2026-13-01", "2026-00-10"])(
  "%s is refused, because there is no such day",
  (text) => {
    expect(() => fromIso(text, "from")).toThrow("from must be a date that exists.");
  },
);

it.each([
  ["2028-02-29", "2028-02-29T00:00:00.000Z"],
  ["2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00.000Z"],
  ["0004-02-29", "0004-02-29T00:00:00.000Z"],
])("%s is a moment, by its own zone", (text, moment) => {
  expect(new Date(fromIso(text, "from")).toISOString()).toBe(moment);
});
