import { describe, expect, it } from "vitest";
import { changeOf, forecastOf } from "./forecast.ts";
import { moved } from "./range.ts";

/** A Sunday. */
const today = "2026-11-22";
const noon = Date.parse(`${today}T12:00:00Z`);

function amounts(count: number, amountOf: (day: string) => number): Map<string, number> {
  const days = Array.from({ length: count }, (_, index) => moved(today, -index));
  return new Map(days.map((day) => [day, amountOf(day)]));
}

const isSunday = (day: string) => new Date(day).getUTCDay() === 0;

describe("the forecast of a month", () => {
  it("goes on with the same amount each day", () => {
    const forecast = forecastOf(
      amounts(40, () => 2),
      "2026-10-14",
      noon,
    );
    // 22 days with today, half of today again, and 8 days to come.
    expect(forecast).toEqual({ soFar: 44, expected: 44 + 1 + 16, days: 28 });
  });

  it("knows the days of the week", () => {
    const forecast = forecastOf(
      amounts(40, (day) => (isSunday(day) ? 0 : 7)),
      "2026-10-14",
      noon,
    );
    // From Monday the 23rd to Monday the 30th there are 7 days that are not a Sunday.
    expect(forecast?.expected).toBe(19 * 7 - 7 * 1 + 7 * 7);
  });

  it("of a young gateway goes by the days that it has been there", () => {
    const forecast = forecastOf(
      amounts(3, () => 6),
      moved(today, -2),
      noon,
    );
    expect(forecast).toEqual({ soFar: 18, expected: 18 + 3 + 48, days: 2 });
  });

  it("waits for the first whole day", () => {
    expect(
      forecastOf(
        amounts(1, () => 6),
        today,
        noon,
      ),
    ).toBeNull();
    expect(forecastOf(new Map(), null, noon)).toBeNull();
  });
});

it("a change is a share of what was spent before, and none where that was nothing", () => {
  expect(changeOf(3, 2)).toBe(0.5);
  expect(changeOf(0, 2)).toBe(-1);
  expect(changeOf(1, 0)).toBeNull();
});
