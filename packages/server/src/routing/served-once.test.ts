import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestFirst, checkRanking, checkVectors } from "./served-once.ts";

const batch = (dimensions: readonly number[]) => ({
  vectors: dimensions.map((length) => ({
    format: "floats" as const,
    values: new Float32Array(length),
    dimensions: length,
  })),
});

describe("an answer's vectors", () => {
  it("an answer is refused in 10,000 batches exactly where a count or a length is wrong", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 3, max: 5 }), { maxLength: 6 }),
        fc.integer({ min: 0, max: 6 }),
        fc.option(fc.integer({ min: 3, max: 5 }), { nil: undefined }),
        (lengths, count, dimensions) => {
          const isRight =
            lengths.length === count &&
            lengths.every((length) => length === (dimensions ?? lengths[0]));
          const fault = checkVectors(batch(lengths), count, dimensions);
          expect(fault === null).toBe(isRight);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it("the fault names the vector that is wrong", () => {
    expect(checkVectors(batch([4, 4, 5]), 3, 4)).toBe("vector 2 has 5 dimensions instead of 4");
    expect(checkVectors(batch([4]), 2, 4)).toBe("it gave 1 vectors for 2 inputs");
  });
});

const ranked = (...pairs: readonly (readonly [index: number, score: number])[]) =>
  pairs.map(([index, score]) => ({ index, score }));
const expected = [3, 2] as const;

describe("a ranking", () => {
  it.each([
    ["the wanted number of documents", ranked([2, 0.9], [0, 0.1])],
    ["all documents, from a server that cannot be asked for fewer", ranked([2, 1], [0, 1], [1, 1])],
    ["scores below zero, as cross-encoders give", ranked([2, -3.5], [0, -11])],
  ])("with %s can be used", (_, results) => {
    expect(checkRanking(results, ...expected)).toBeNull();
  });

  it.each([
    ["too few documents", ranked([0, 1]), /1 documents where 2 of 3 were wanted/],
    ["no documents", ranked(), /0 documents/],
    ["more documents than there are", ranked([0, 1], [1, 1], [2, 1], [0, 1]), /4 documents/],
    ["a document twice", ranked([0, 1], [0, 0.5]), /document 0 twice/],
    ["an index beyond the end", ranked([0, 1], [3, 0.5]), /document 3 of 3/],
    ["an index below zero", ranked([0, 1], [-1, 0.5]), /document -1 of 3/],
    ["an index between two", ranked([0, 1], [0.5, 0.5]), /document 0.5 of 3/],
    ["a score that is no number", ranked([0, 1], [1, Number.NaN]), /score of document 1/],
    ["an endless score", ranked([0, Number.POSITIVE_INFINITY], [1, 0]), /score of document 0/],
  ])("with %s cannot be used", (_, results, fault) => {
    expect(checkRanking(results, ...expected)).toMatch(fault);
  });

  it("is sorted with ties in the order of the request, and cut to the best", () => {
    const indexes = fc.uniqueArray(fc.nat(50), { minLength: 1 });
    const score = fc.constantFrom(0, 0.25, 0.5, 1);
    fc.assert(
      fc.property(
        indexes,
        fc.infiniteStream(score),
        fc.integer({ min: 1, max: 60 }),
        (all, scores, topN) => {
          const results = all.map((index) => ({ index, score: scores.next().value ?? 0 }));
          const best = bestFirst(results, topN);
          expect(best).toHaveLength(Math.min(topN, results.length));
          for (const [place, one] of best.entries()) {
            const next = best[place + 1];
            if (next === undefined) continue;
            const isInOrder =
              one.score > next.score || (one.score === next.score && one.index < next.index);
            expect(isInOrder).toBe(true);
          }
          const left = results.filter((one) => !best.includes(one));
          const worst = Math.min(...best.map((one) => one.score));
          for (const one of left) expect(one.score).toBeLessThanOrEqual(worst);
        },
      ),
    );
  });
});
