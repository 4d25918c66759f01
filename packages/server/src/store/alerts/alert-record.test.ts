import { expect, it } from "vitest";
import { endOfPeriod } from "./alert-record.ts";

const endOf = (period: string) => {
  const ms = endOfPeriod(period);
  return ms === null ? null : new Date(ms).toISOString().slice(0, 10);
};

it.each([
  ["2026-11", "2026-12-01"],
  ["2026-12", "2027-01-01"],
  ["2026-11-30", "2026-12-01"],
  ["2028-02-28", "2028-02-29"],
  ["2026-W47", "2026-11-23"],
  ["2026-W53", "2027-01-04"],
  ["2027-W01", "2027-01-11"],
  ["2025-W01", "2025-01-06"],
  ["all", null],
])("the period %s ends at %s", (period, end) => {
  expect(endOf(period)).toBe(end);
});
