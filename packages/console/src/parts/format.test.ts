import { describe, expect, it } from "vitest";
import {
  formatAgo,
  formatDay,
  formatMs,
  formatTimeShort,
  formatUsd,
  formatUsdShort,
} from "./format.ts";

describe("amounts", () => {
  it.each([
    [0, "$0.00", "$0.00"],
    [1.5, "$1.50", "$1.50"],
    [0.000000001, "$0.000000001", "$0.000000001"],
    [0.93969123, "$0.93969123", "$0.94"],
    [0.0015743, "$0.0015743", "$0.0016"],
    [12_345_678.9, "$12,345,678.90", "$12.35M"],
  ])("%d is %s, and %s where there is little room", (amount, exact, short) => {
    expect(formatUsd(amount)).toBe(exact);
    expect(formatUsdShort(amount)).toBe(short);
  });
});

it.each([
  [0.04, "0 ms"],
  [9.96, "10 ms"],
  [1234, "1,234 ms"],
  [26_800, "26.8 s"],
  [300_000, "5 min"],
])("%d milliseconds are %s", (ms, shown) => {
  expect(formatMs(ms)).toBe(shown);
});

describe("times", () => {
  const now = Date.parse("2026-11-22T01:00:00Z");

  it.each([
    ["2026-11-22T00:30:15Z", "UTC", "00:30:15"],
    ["2026-11-22T00:30:15Z", "America/New_York", "19:30:15"],
    ["2026-11-21T23:30:15Z", "UTC", "21 Nov, 23:30"],
    ["2025-12-31T12:00:00Z", "UTC", "31 Dec 2025"],
  ])("%s in %s is %s in a list", (iso, zone, shown) => {
    expect(formatTimeShort(iso, zone, now)).toBe(shown);
  });

  it.each([
    ["2026-11-22T00:59:30Z", "30 seconds ago"],
    ["2026-11-22T03:00:00Z", "in 2 hours"],
    ["2026-10-13T01:00:00Z", "last month"],
  ])("%s is %s", (iso, shown) => {
    expect(formatAgo(iso, now)).toBe(shown);
  });

  it("a day is the same day in every zone", () => {
    expect(formatDay("2026-11-22")).toBe("22 Nov 2026");
  });
});
