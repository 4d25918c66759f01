import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkVectors } from "./check-vectors.ts";

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
