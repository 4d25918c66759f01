import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Price } from "./catalog.ts";
import {
  affordableOutputTokens,
  costNanousd,
  formatUsd,
  formatUsdPerMillion,
  formatUsdPerToken,
  parsePricePerMillion,
  parseUsd,
  worstCaseNanousd,
} from "./price.ts";

const free: Price = {
  inputPicousd: 0,
  outputPicousd: 0,
  cachedInputPicousd: 0,
  cacheWritePicousd: 0,
  reasoningPicousd: 0,
  requestNanousd: 0,
  imageNanousd: 0,
};
const picousd = fc.integer({ min: 0, max: 600_000_000 });
const prices: fc.Arbitrary<Price> = fc.record({
  inputPicousd: picousd,
  outputPicousd: picousd,
  cachedInputPicousd: picousd,
  cacheWritePicousd: picousd,
  reasoningPicousd: picousd,
  requestNanousd: fc.integer({ min: 0, max: 1_000_000_000 }),
  imageNanousd: fc.integer({ min: 0, max: 1_000_000_000 }),
});
/** What models count, and far more: sums that a number does not hold exactly. */
const tokens = fc.oneof(
  fc.integer({ min: 0, max: 2_000_000 }),
  fc.integer({ min: 0, max: 4_000_000_000 }),
);
const usages = fc.record({
  inputTokens: tokens,
  outputTokens: tokens,
  cachedInputTokens: tokens,
  cacheWriteTokens: tokens,
  reasoningTokens: tokens,
  images: fc.integer({ min: 0, max: 100 }),
});

describe("prices", () => {
  it("reads a decimal price per million tokens as whole picodollars a token", () => {
    expect(parsePricePerMillion("0.02")).toBe(20_000);
    expect(parsePricePerMillion("15")).toBe(15_000_000);
    expect(parsePricePerMillion("0.000001")).toBe(1);
    expect(parsePricePerMillion("0")).toBe(0);
  });

  it.each(["", "-1", "1e3", "0.0000001", "1,5", ".5", "1.", "NaN", "0x10", "9999999999999"])(
    "reads no price from %j",
    (text) => {
      expect(parsePricePerMillion(text)).toBeNull();
    },
  );

  it("reads and writes every amount without loss", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (nanousd) => {
        expect(parseUsd(formatUsd(nanousd))).toBe(nanousd);
        const perMillion = formatUsdPerMillion(nanousd);
        expect(parsePricePerMillion(perMillion)).toBe(nanousd);
      }),
    );
  });

  it("writes decimals without exponents or idle zeros", () => {
    expect(formatUsd(1500)).toBe("0.0000015");
    expect(formatUsd(-2_500_000_000)).toBe("-2.5");
    expect(formatUsd(0)).toBe("0");
    expect(formatUsdPerToken(20_000)).toBe("0.00000002");
  });

  it("charges cached, written and reasoning tokens at their own prices, once", () => {
    const price = {
      ...free,
      inputPicousd: 1_000_000,
      cachedInputPicousd: 100_000,
      cacheWritePicousd: 1_250_000,
      outputPicousd: 5_000_000,
      reasoningPicousd: 3_000_000,
    };
    const usage = {
      inputTokens: 1000,
      cachedInputTokens: 400,
      cacheWriteTokens: 100,
      outputTokens: 50,
      reasoningTokens: 20,
    };
    // 500 × 1 + 400 × 0.1 + 100 × 1.25 + 30 × 5 + 20 × 3 microdollars
    expect(costNanousd(price, usage)).toBe(875_000);
  });

  it("charges for what the upstream charges for, where it counts more", () => {
    const price = { ...free, inputPicousd: 1_000, outputPicousd: 2_000, imageNanousd: 7 };
    const counted = { inputTokens: 1_490, outputTokens: 94, cachedInputTokens: 112, images: 1 };
    const billed = { inputTokens: 57, outputTokens: 20 };
    expect(costNanousd(price, { ...counted, billed })).toBe(57 + 40 + 7);
  });

  it("equals exact arithmetic, rounded up once", () => {
    fc.assert(
      fc.property(prices, usages, (price, usage) => {
        const cached = Math.min(usage.cachedInputTokens, usage.inputTokens);
        const written = Math.min(usage.cacheWriteTokens, usage.inputTokens - cached);
        const reasoning = Math.min(usage.reasoningTokens, usage.outputTokens);
        const exactPicousd =
          BigInt(usage.inputTokens - cached - written) * BigInt(price.inputPicousd) +
          BigInt(cached) * BigInt(price.cachedInputPicousd) +
          BigInt(written) * BigInt(price.cacheWritePicousd) +
          BigInt(usage.outputTokens - reasoning) * BigInt(price.outputPicousd) +
          BigInt(reasoning) * BigInt(price.reasoningPicousd);
        const extra = BigInt(price.requestNanousd) + BigInt(usage.images * price.imageNanousd);
        const cost = (BigInt(costNanousd(price, usage)) - extra) * 1000n;
        expect(cost - exactPicousd).toBeGreaterThanOrEqual(0n);
        expect(cost - exactPicousd).toBeLessThan(1000n);
      }),
      { numRuns: 2000 },
    );
  });

  it("never lets a request within its bounds cost more than its worst case", () => {
    fc.assert(
      fc.property(fc.array(prices, { minLength: 1, maxLength: 4 }), usages, (list, usage) => {
        const endpoints = list.map((price) => ({ price }));
        const bound = {
          inputTokens: usage.inputTokens,
          maxOutputTokens: usage.outputTokens,
          images: usage.images,
        };
        const worst = worstCaseNanousd(endpoints, bound);
        for (const price of list) expect(costNanousd(price, usage)).toBeLessThanOrEqual(worst);
      }),
      { numRuns: 2000 },
    );
  });

  it("says how much output a sum surely pays for, to the token", () => {
    fc.assert(
      fc.property(
        fc.array(prices, { minLength: 1, maxLength: 4 }),
        tokens,
        fc.integer({ min: 0, max: 1_000_000_000_000 }),
        (list, inputTokens, available) => {
          const endpoints = list.map((price) => ({ price }));
          const affordable = affordableOutputTokens(endpoints, { inputTokens }, available);
          const worst = (maxOutputTokens: number) =>
            worstCaseNanousd(endpoints, { inputTokens, maxOutputTokens });
          if (affordable === Number.POSITIVE_INFINITY) {
            expect(worst(1_000_000)).toBeLessThanOrEqual(available);
          } else {
            if (affordable > 0) expect(worst(affordable)).toBeLessThanOrEqual(available);
            expect(worst(affordable + 1)).toBeGreaterThan(available);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("takes nonsense from an upstream for nothing, and counts nothing twice", () => {
    const price = { ...free, inputPicousd: 1000, cachedInputPicousd: 1000 };
    expect(costNanousd(price, { inputTokens: Number.NaN, outputTokens: -5 })).toBe(0);
    const swollen = { inputTokens: 10, outputTokens: 0, cachedInputTokens: 99 };
    expect(costNanousd(price, swollen)).toBe(10);
  });
});
