import fc from "fast-check";
import { expect, it } from "vitest";
import { addTo, countIn, histogramText, percentilesOf, readHistogram } from "./histogram.ts";

const values = fc.array(fc.double({ min: 1, max: 1e7, noNaN: true }), { minLength: 1 });

function histogramOf(given: readonly number[]) {
  const histogram = new Map<number, number>();
  for (const value of given) countIn(histogram, value);
  return histogram;
}

it("a percentile is within six percent of the exact one, or rounded to the next integer", () => {
  fc.assert(
    fc.property(values, (given) => {
      const sorted = given.toSorted((one, other) => one - other);
      const found = percentilesOf(histogramOf(given));
      for (const [name, share] of [
        ["p50", 0.5],
        ["p90", 0.9],
        ["p99", 0.99],
      ] as const) {
        const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
        expect(Math.abs((found?.[name] ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.06 + 0.5);
      }
    }),
  );
});

it("histograms of parts add up to that of the whole", () => {
  fc.assert(
    fc.property(values, values, (one, other) => {
      const sum = histogramOf(one);
      addTo(sum, readHistogram(histogramText(histogramOf(other))));
      expect(new Map([...sum].sort())).toEqual(
        new Map([...histogramOf([...one, ...other])].sort()),
      );
    }),
  );
});

it("nothing measured has no percentiles, and what is not a number is not counted", () => {
  const histogram = histogramOf([Number.NaN, -1, Number.POSITIVE_INFINITY]);
  expect(percentilesOf(histogram)).toBeNull();
  expect(readHistogram(histogramText(histogram)).size).toBe(0);
});

it("texts of several histograms with spaces between them are read as their sum", () => {
  const parts = [
    new Map([
      [40, 3],
      [7, -2],
    ]),
    new Map(),
    new Map([
      [40, 10],
      [0, 1],
    ]),
  ];
  const text = parts.map(histogramText).join(" ");
  expect(readHistogram(text)).toEqual(
    new Map([
      [40, 13],
      [7, -2],
      [0, 1],
    ]),
  );
  expect(readHistogram("")).toEqual(new Map());
});
