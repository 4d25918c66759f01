import fc from "fast-check";
import type { Price, SteppedRates } from "../../src/money/rates.ts";

export const free: Price = {
  inputPicousd: 0,
  outputPicousd: 0,
  cachedInputPicousd: 0,
  cacheWritePicousd: 0,
  reasoningPicousd: 0,
  requestNanousd: 0,
  imageNanousd: 0,
};
const picousd = fc.integer({ min: 0, max: 600_000_000 });
const rates = {
  inputPicousd: picousd,
  outputPicousd: picousd,
  cachedInputPicousd: picousd,
  cacheWritePicousd: picousd,
  reasoningPicousd: picousd,
  audioInputPicousd: picousd,
};
const tokenStep = fc.integer({ min: 1, max: 2_000_000 });
const steppedRates: fc.Arbitrary<SteppedRates> = fc
  .tuple(
    fc.record(rates),
    fc.array(fc.record(rates), { maxLength: 3 }),
    fc.uniqueArray(tokenStep, { minLength: 3, maxLength: 3 }),
  )
  .map(([base, steps, places]) => {
    const rising = places.toSorted((one, other) => one - other);
    return {
      ...base,
      steps: steps.map((step, index) => ({ ...step, aboveInputTokens: rising[index] ?? 0 })),
    };
  });
const tierNames = ["priority", "flex"] as const;
export const prices: fc.Arbitrary<Price> = fc
  .tuple(
    steppedRates,
    fc.record({
      requestNanousd: fc.integer({ min: 0, max: 1_000_000_000 }),
      imageNanousd: fc.integer({ min: 0, max: 1_000_000_000 }),
      hourCacheWritePicousd: picousd,
    }),
    fc.subarray([...tierNames]),
    steppedRates,
  )
  .map(([table, perRequest, names, tier]) => ({
    ...table,
    ...perRequest,
    tiers: new Map(names.map((name) => [name, tier])),
  }));
export const serviceTier = fc.constantFrom(...tierNames, "default", "scale");
/** Usual token counts, and far larger ones: sums that a double does not hold exactly. */
export const tokens = fc.oneof(
  fc.integer({ min: 0, max: 2_000_000 }),
  fc.integer({ min: 0, max: 4_000_000_000 }),
);
export const usages = fc.record({
  inputTokens: tokens,
  outputTokens: tokens,
  cachedInputTokens: tokens,
  cacheWriteTokens: tokens,
  hourCacheWriteTokens: tokens,
  audioInputTokens: tokens,
  reasoningTokens: tokens,
  serviceTier,
  images: fc.integer({ min: 0, max: 100 }),
});
