import { describe, expect, it } from "vitest";
import { before, granularityOf, presetOf, rangeOf, rangeOfPreset, timesOf } from "./range.ts";

const today = "2026-11-22";
const range = (first: string, last: string) => ({ first, last });

describe("the days of an address", () => {
  it.each([
    [{}, range("2026-11-01", today)],
    [{ from: "2026-11-10" }, range("2026-11-10", today)],
    [{ from: "2026-11-10", to: "2026-11-12" }, range("2026-11-10", "2026-11-12")],
    [{ from: "2026-11-12", to: "2026-11-10" }, range("2026-11-10", "2026-11-12")],
    [{ to: "2026-10-31" }, range("2026-10-02", "2026-10-31")],
    [{ from: "2026-12-24" }, range("2026-12-24", "2026-12-24")],
  ])("%j", (address, expected) => {
    expect(rangeOf(address, today)).toEqual(expected);
  });

  it("may be named", () => {
    expect(rangeOfPreset("monthBefore", "2026-03-31")).toEqual(range("2026-02-01", "2026-02-28"));
    expect(rangeOfPreset("week", today)).toEqual(range("2026-11-16", today));
    expect(presetOf(range("2026-10-24", today), today)).toBe("thirtyDays");
    expect(presetOf(range("2026-10-25", today), today)).toBeUndefined();
  });

  it.each([
    [range("2026-11-01", "2026-11-22"), range("2026-10-01", "2026-10-22")],
    [range("2026-10-01", "2026-10-31"), range("2026-09-01", "2026-09-30")],
    [range("2026-11-01", "2026-11-30"), range("2026-10-01", "2026-10-31")],
    [range("2026-03-01", "2026-03-30"), range("2026-02-01", "2026-02-28")],
    [range("2026-01-01", "2026-01-01"), range("2025-12-01", "2025-12-01")],
  ])("from the first of a month on, %o is compared with the same days before", (now, then) => {
    expect(before(now)).toEqual(then);
  });

  it.each([
    [range("2026-11-10", "2026-11-12"), range("2026-11-07", "2026-11-09")],
    [range("2026-10-01", "2026-11-10"), range("2026-08-21", "2026-09-30")],
  ])("%o is else compared with as many days directly before", (now, then) => {
    expect(before(now)).toEqual(then);
  });

  it("are asked for until the midnight behind the last", () => {
    expect(timesOf(range("2026-11-30", "2026-11-30"))).toEqual({
      from: "2026-11-30T00:00:00.000Z",
      to: "2026-12-01T00:00:00.000Z",
    });
  });

  it("are drawn by hours where the gateway gives them", () => {
    expect(granularityOf(range("2026-11-16", today), "hour")).toBe("hour");
    expect(granularityOf(range("2026-11-15", today), "hour")).toBe("day");
    expect(granularityOf(range("2026-11-16", today), undefined)).toBe("day");
  });
});
