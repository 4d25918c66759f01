import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toPeriod } from "./activity-period.ts";

type Query = Parameters<typeof toPeriod>[0];

describe("the period of a question about activity", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse("2026-11-22T14:02:10Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const period = (query: Query) => {
    const { fromMs, toMs } = toPeriod(query);
    return [fromMs, toMs].map((ms) => new Date(ms).toISOString().slice(0, "2026-11-22T14".length));
  };

  it.each<[string, Query, readonly [string, string]]>([
    ["thirty days", {}, ["2026-10-24T00", "2026-11-23T00"]],
    ["two days by hours", { granularity: "hour" }, ["2026-11-21T00", "2026-11-23T00"]],
    ["one day", { date: "2026-11-20" }, ["2026-11-20T00", "2026-11-21T00"]],
    [
      "days, the last one included",
      { start_date: "2026-11-01", end_date: "2026-11-02" },
      ["2026-11-01T00", "2026-11-03T00"],
    ],
    [
      "from an hour until now",
      { granularity: "hour", from: "2026-11-22T13:30:00Z" },
      ["2026-11-22T13", "2026-11-22T15"],
    ],
    [
      "from a day until now",
      { from: "2026-11-20T13:30:00+02:00" },
      ["2026-11-20T00", "2026-11-23T00"],
    ],
    [
      "before an hour",
      { granularity: "hour", from: "2026-11-20T00:00:00Z", to: "2026-11-20T06:00:00Z" },
      ["2026-11-20T00", "2026-11-20T06"],
    ],
    [
      "seven times 24 hours",
      { granularity: "hour", from: "2026-11-15T15:00:00Z" },
      ["2026-11-15T15", "2026-11-22T15"],
    ],
  ])("%s", (_, query, expected) => {
    expect(period(query)).toEqual(expected);
  });

  it.each<[string, Query, string]>([
    ["an hour too many", { granularity: "hour", from: "2026-11-15T14:59:00Z" }, "granularity"],
    ["times and dates", { from: "2026-11-20T00:00:00Z", date: "2026-11-20" }, "from"],
    ["an end and dates", { to: "2026-11-20T00:00:00Z", start_date: "2026-11-20" }, "to"],
    ["a day that does not exist", { from: "2026-02-30T25:00:00Z" }, "from"],
  ])("refuses %s", (_, query, field) => {
    expect(() => toPeriod(query)).toThrow(expect.objectContaining({ metadata: { field } }));
  });
});
