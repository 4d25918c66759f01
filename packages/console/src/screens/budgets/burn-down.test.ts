import { describe, expect, it } from "vitest";
import { burnDownOf, spanOf } from "./burn-down.ts";

const now = Date.parse("2026-11-11T00:00:00Z");
const monthly = spanOf("monthly", "2026-12-01T00:00:00Z", now);

describe("spanOf", () => {
  it("begins a month before it starts again", () => {
    expect(monthly.startMs).toBe(Date.parse("2026-11-01T00:00:00Z"));
    expect(monthly.granularity).toBe("day");
  });

  it("knows months of other lengths and the turn of the year", () => {
    expect(spanOf("monthly", "2027-01-01T00:00:00Z", now).startMs).toBe(Date.UTC(2026, 11, 1));
    expect(spanOf("monthly", "2027-03-01T00:00:00Z", now).startMs).toBe(Date.UTC(2027, 1, 1));
  });

  it("sums days and weeks by the hour", () => {
    expect(spanOf("daily", "2026-11-12T00:00:00Z", now)).toMatchObject({
      startMs: now,
      granularity: "hour",
    });
    expect(spanOf("weekly", "2026-11-16T00:00:00Z", now)).toMatchObject({
      startMs: Date.parse("2026-11-09T00:00:00Z"),
      granularity: "hour",
    });
  });

  it("looks back thirty days where the budget never starts again", () => {
    expect(spanOf(null, null, now)).toMatchObject({ endMs: null, granularity: "day" });
  });
});

describe("burnDownOf", () => {
  const steps = [
    { at: "2026-11-05T00:00:00Z", usage: 4 },
    { at: "2026-11-02T00:00:00Z", usage: 1 },
    { at: "2026-10-31T00:00:00Z", usage: 99 },
  ];

  it("falls from the limit to what the gateway says is left now", () => {
    const { times, left } = burnDownOf({ limit: 20, spent: 5 }, monthly, steps, now);
    expect(times.slice(0, 4)).toEqual([
      "2026-11-01T00:00:00.000Z",
      "2026-11-02T00:00:00.000Z",
      "2026-11-05T00:00:00.000Z",
      "2026-11-11T00:00:00.000Z",
    ]);
    expect(left.slice(0, 4)).toEqual([20, 20, 19, 15]);
  });

  it("goes on at the pace of the period until it starts again", () => {
    // 5 dollars in 10 of 30 days.
    const { forecast, leftAtEnd, usedUpAt } = burnDownOf(
      { limit: 20, spent: 5 },
      monthly,
      steps,
      now,
    );
    expect(forecast).toEqual([null, null, null, 15, 5]);
    expect(leftAtEnd).toBeCloseTo(5, 9);
    expect(usedUpAt).toBeNull();
  });

  it("says when nothing is left at this pace", () => {
    const { usedUpAt, leftAtEnd, forecast } = burnDownOf(
      { limit: 10, spent: 5 },
      monthly,
      steps,
      now,
    );
    expect(usedUpAt).toBe("2026-11-21T00:00:00.000Z");
    expect(leftAtEnd).toBeNull();
    expect(forecast.slice(-2)).toEqual([0, 0]);
  });

  it("draws a straight line where no steps are known", () => {
    const { left, times } = burnDownOf({ limit: 10, spent: 5 }, monthly, [], now);
    expect(times).toHaveLength(4);
    expect(left.slice(0, 2)).toEqual([10, 5]);
  });

  it("forecasts nothing where nothing was spent", () => {
    const { forecast, usedUpAt, leftAtEnd } = burnDownOf({ limit: 10, spent: 0 }, monthly, [], now);
    expect(forecast.at(-1)).toBe(10);
    expect(leftAtEnd).toBe(10);
    expect(usedUpAt).toBeNull();
  });

  it("takes the pace of the window alone where the budget never starts again", () => {
    const open = spanOf(null, null, now);
    const { usedUpAt } = burnDownOf(
      { limit: 100, spent: 90 },
      open,
      [{ at: "2026-11-01T00:00:00Z", usage: 30 }],
      now,
    );
    // 30 dollars in 30 days, and 10 are left.
    expect(usedUpAt).toBe("2026-11-21T00:00:00.000Z");
  });
});
