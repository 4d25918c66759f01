import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { free, prices, usages } from "../../test/money/sample-prices.ts";
import { addCosts, type BilledUsage, type CostParts, costOf, totalNanousd } from "./cost.ts";
import { worstCaseNanousd } from "./price.ts";
import { type Price, ratesOf } from "./rates.ts";

const perNanousd = 1000n;

describe("a cost by its parts", () => {
  it("each part is less than a nanodollar off, and the sum is rounded up once", () => {
    fc.assert(
      fc.property(prices, usages, (price, usage) => {
        const parts = costOf(price, usage);
        const exact = exactPicousd(price, usage);
        for (const [name, picousd] of Object.entries(exact)) {
          const off = BigInt(parts[nameOf(name)]) * perNanousd - picousd;
          expect(off > -perNanousd && off < perNanousd, name).toBe(true);
        }
        const sum = Object.values(exact).reduce((all, picousd) => all + picousd, 0n);
        expect(BigInt(totalNanousd(parts))).toBe((sum + perNanousd - 1n) / perNanousd);
      }),
      { numRuns: 4000 },
    );
  });

  it("missing nanodollars go to the parts with the largest rests", () => {
    const rates = { inputPicousd: 300, outputPicousd: 700, cachedInputPicousd: 600 };
    const price = { ...free, ...rates, cacheWritePicousd: 1_000 };
    const usage = { inputTokens: 3, outputTokens: 1, cachedInputTokens: 1, cacheWriteTokens: 1 };
    // 300 + 700 + 600 + 1000 picodollars are 2600: three nanodollars, of which the write has one whole.
    expect(costOf(price, usage)).toEqual({ input: 0, output: 1, cacheRead: 1, cacheWrite: 1 });
  });

  it("of equal rests the input gets the nanodollar", () => {
    const price = { ...free, inputPicousd: 500, outputPicousd: 500 };
    expect(costOf(price, { inputTokens: 1, outputTokens: 1 })).toMatchObject({
      ...{ input: 1, output: 0 },
    });
  });

  it("the fees for the request and its images are part of the input", () => {
    const price = { ...free, requestNanousd: 7, imageNanousd: 11, outputPicousd: 1000 };
    expect(costOf(price, { inputTokens: 0, outputTokens: 1, images: 2 })).toEqual({
      ...{ input: 29, output: 1, cacheRead: 0, cacheWrite: 0 },
    });
  });

  it("a search unit has a price of its own, which the worst case holds", () => {
    const price = { ...free, inputPicousd: 50_000, searchUnitNanousd: 2_000_000 };
    const usage = { inputTokens: 1000, outputTokens: 0, searchUnits: 3 };
    expect(costOf(price, usage)).toMatchObject({ input: 6_050_000, output: 0 });
    expect(costOf({ ...price, searchUnitNanousd: 0 }, usage).input).toBe(50_000);
    const bound = { inputTokens: 1000, maxOutputTokens: 0, searchUnits: 3 };
    expect(worstCaseNanousd([{ price }], bound)).toBe(6_050_000);
  });

  it("billed totals of an upstream are input and output", () => {
    const price = { ...free, inputPicousd: 1_000, outputPicousd: 2_000, cachedInputPicousd: 9 };
    const billed = { inputTokens: 10, outputTokens: 20 };
    const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 1, billed };
    expect(costOf(price, usage)).toEqual({ input: 10, output: 40, cacheRead: 0, cacheWrite: 0 });
  });

  it("several costs add up part by part", () => {
    fc.assert(
      fc.property(prices, usages, usages, (price, one, other) => {
        const [first, second] = [costOf(price, one), costOf(price, other)];
        const both = addCosts(first, second);
        expect(totalNanousd(both)).toBe(totalNanousd(first) + totalNanousd(second));
        expect(both.cacheRead).toBe(first.cacheRead + second.cacheRead);
      }),
    );
  });

  it("a sum that no double holds exactly ends at the largest that it does", () => {
    const most = Number.MAX_SAFE_INTEGER;
    const huge: CostParts = { input: most - 5, output: 3, cacheRead: 1, cacheWrite: 1 };
    const both = addCosts(huge, { input: 3, output: most, cacheRead: 0, cacheWrite: 1 });
    expect(both).toEqual({ input: most - 2, output: 2, cacheRead: 0, cacheWrite: 0 });
    expect(totalNanousd(both)).toBe(most);
  });
});

/** The parts written a second time, without rounding. */
function exactPicousd(price: Price, usage: BilledUsage): Record<keyof CostParts, bigint> {
  const { inputTokens: input, outputTokens: output } = usage;
  const cached = Math.min(usage.cachedInputTokens ?? 0, input);
  const written = Math.min(usage.cacheWriteTokens ?? 0, input - cached);
  const hour = Math.min(usage.hourCacheWriteTokens ?? 0, written);
  const audio = Math.min(usage.audioInputTokens ?? 0, input - cached - written);
  const reasoning = Math.min(usage.reasoningTokens ?? 0, output);
  const rates = ratesOf(price, input, usage.serviceTier);
  const paid = (tokens: number, picousd: number) => BigInt(tokens) * BigInt(picousd);
  const fees = BigInt(price.requestNanousd + (usage.images ?? 0) * price.imageNanousd) * perNanousd;
  return {
    input:
      fees +
      paid(input - cached - written - audio, rates.inputPicousd) +
      paid(audio, rates.audioInputPicousd ?? rates.inputPicousd),
    output: paid(output - reasoning, rates.outputPicousd) + paid(reasoning, rates.reasoningPicousd),
    cacheRead: paid(cached, rates.cachedInputPicousd),
    cacheWrite:
      paid(written - hour, rates.cacheWritePicousd) +
      paid(hour, rates.hourCacheWritePicousd ?? rates.cacheWritePicousd),
  };
}

function nameOf(name: string): keyof CostParts {
  return name === "output" || name === "cacheRead" || name === "cacheWrite" ? name : "input";
}
