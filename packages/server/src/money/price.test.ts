import { formatUsd } from "@portico/core/rules/amounts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { free, prices, serviceTier, tokens, usages } from "../../test/money/sample-prices.ts";
import { type BilledUsage, costOf, totalNanousd } from "./cost.ts";
import {
  affordableOutputTokens,
  formatUsdPerMillion,
  formatUsdPerToken,
  parsePricePerMillion,
  parseUsd,
  worstCaseNanousd,
} from "./price.ts";
import type { Price, Rates } from "./rates.ts";

const costNanousd = (price: Price, usage: BilledUsage) => totalNanousd(costOf(price, usage));

describe("prices", () => {
  it("a decimal price per million tokens is read as whole picodollars per token", () => {
    expect(parsePricePerMillion("0.02")).toBe(20_000);
    expect(parsePricePerMillion("15")).toBe(15_000_000);
    expect(parsePricePerMillion("0.000001")).toBe(1);
    expect(parsePricePerMillion("0")).toBe(0);
  });

  it.each(["", "-1", "1e3", "0.0000001", "1,5", ".5", "1.", "NaN", "0x10", "9999999999999"])(
    "no price is read from %j",
    (text) => {
      expect(parsePricePerMillion(text)).toBeNull();
    },
  );

  it("every amount is read and written without loss", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (nanousd) => {
        expect(parseUsd(formatUsd(nanousd))).toBe(nanousd);
        const perMillion = formatUsdPerMillion(nanousd);
        expect(parsePricePerMillion(perMillion)).toBe(nanousd);
      }),
    );
  });

  it("amounts are written as decimals without exponents or trailing zeros", () => {
    expect(formatUsd(1500)).toBe("0.0000015");
    expect(formatUsd(-2_500_000_000)).toBe("-2.5");
    expect(formatUsd(0)).toBe("0");
    expect(formatUsdPerToken(20_000)).toBe("0.00000002");
  });

  it("cached, written and reasoning tokens are charged once, at their own prices", () => {
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

  it("the charge follows the upstream's billed tokens if they differ from its counts", () => {
    const price = { ...free, inputPicousd: 1_000, outputPicousd: 2_000, imageNanousd: 7 };
    const counted = { inputTokens: 1_490, outputTokens: 94, cachedInputTokens: 112, images: 1 };
    const billed = { inputTokens: 57, outputTokens: 20 };
    expect(costNanousd(price, { ...counted, billed })).toBe(57 + 40 + 7);
  });

  it("a cost equals exact arithmetic, rounded up once", () => {
    fc.assert(
      fc.property(prices, usages, (price, usage) => {
        const cached = Math.min(usage.cachedInputTokens, usage.inputTokens);
        const written = Math.min(usage.cacheWriteTokens, usage.inputTokens - cached);
        const hour = Math.min(usage.hourCacheWriteTokens, written);
        const rest = usage.inputTokens - cached - written;
        const audio = Math.min(usage.audioInputTokens, rest);
        const reasoning = Math.min(usage.reasoningTokens, usage.outputTokens);
        const rate = ratesAt(price, usage);
        const exactPicousd =
          BigInt(rest - audio) * BigInt(rate.inputPicousd) +
          BigInt(audio) * BigInt(rate.audioInputPicousd ?? 0) +
          BigInt(cached) * BigInt(rate.cachedInputPicousd) +
          BigInt(written - hour) * BigInt(rate.cacheWritePicousd) +
          BigInt(hour) * BigInt(rate.hourCacheWritePicousd ?? rate.cacheWritePicousd) +
          BigInt(usage.outputTokens - reasoning) * BigInt(rate.outputPicousd) +
          BigInt(reasoning) * BigInt(rate.reasoningPicousd);
        const extra = BigInt(price.requestNanousd) + BigInt(usage.images * price.imageNanousd);
        const cost = (BigInt(costNanousd(price, usage)) - extra) * 1000n;
        expect(cost - exactPicousd).toBeGreaterThanOrEqual(0n);
        expect(cost - exactPicousd).toBeLessThan(1000n);
      }),
      { numRuns: 2000 },
    );
  });

  it("a request within its bounds never costs more than its worst case, in either service tier", () => {
    fc.assert(
      fc.property(
        fc.array(prices, { minLength: 1, maxLength: 4 }),
        usages,
        fc.tuple(tokens, tokens, fc.integer({ min: 0, max: 3 }), fc.boolean(), fc.boolean()),
        (list, usage, [moreInput, moreOutput, moreImages, isUsual, hasHourCache]) => {
          const endpoints = list.map((price) => ({ price }));
          const bound = {
            inputTokens: usage.inputTokens + moreInput,
            maxOutputTokens: usage.outputTokens + moreOutput,
            images: usage.images + moreImages,
            serviceTier: usage.serviceTier,
            hasFiles: true,
            hasHourCache,
          };
          // An upstream keeps a cache for an hour only if asked.
          const honest = {
            ...usage,
            ...(!hasHourCache && { hourCacheWriteTokens: 0 }),
            ...(isUsual && { serviceTier: "default" }),
          };
          const worst = worstCaseNanousd(endpoints, bound);
          for (const price of list) expect(costNanousd(price, honest)).toBeLessThanOrEqual(worst);
        },
      ),
      { numRuns: 4000 },
    );
  });

  it("a request that may have a cache kept for an hour is held at that price", () => {
    const price = {
      ...free,
      inputPicousd: 1000,
      cacheWritePicousd: 1250,
      hourCacheWritePicousd: 2000,
    };
    const held = (hasHourCache: boolean) =>
      worstCaseNanousd([{ price }], { inputTokens: 100, maxOutputTokens: 0, hasHourCache });
    const usage = { inputTokens: 100, cacheWriteTokens: 100, hourCacheWriteTokens: 100 };
    expect([held(false), held(true)]).toEqual([125, 200]);
    expect(costNanousd(price, { ...usage, outputTokens: 0 })).toBe(held(true));
  });

  it("rates change with the length of the input for all of its tokens, and with the tier that served", () => {
    const table = (perToken: number) => ({ ...free, inputPicousd: perToken, outputPicousd: 1000 });
    const price = {
      ...table(1000),
      steps: [
        { ...table(2000), aboveInputTokens: 200 },
        { ...table(3000), aboveInputTokens: 400 },
      ],
      tiers: new Map([["priority", { ...table(10_000) }]]),
    };
    const cost = (inputTokens: number, tier?: string) =>
      costNanousd(price, { inputTokens, outputTokens: 1, ...(tier && { serviceTier: tier }) });
    expect([200, 201, 400, 401].map((count) => cost(count))).toEqual([201, 403, 801, 1204]);
    expect(cost(300, "priority")).toBe(3001);
    // A tier without a price costs the usual rates.
    expect([cost(200, "default"), cost(200, "flex")]).toEqual([201, 201]);
    const worst = (inputTokens: number, serviceTier?: string) =>
      worstCaseNanousd([{ price }], { inputTokens, maxOutputTokens: 1, serviceTier });
    expect([worst(200), worst(300), worst(300, "priority")]).toEqual([201, 601, 3001]);
  });

  it("a model that searches by itself is held for each of its calls", () => {
    const price = { ...free, inputPicousd: 1000, outputPicousd: 2000, requestNanousd: 7 };
    const worst = (searchCalls: number) =>
      worstCaseNanousd([{ price, searchCalls }], { inputTokens: 100, maxOutputTokens: 10 });
    expect([worst(1), worst(11)]).toEqual([127, 11 * 120 + 7]);
  });

  it("calls of hosted tools cost their own prices, and are held at the dearest of those that may be called", () => {
    const tools = new Map([["web_search", 100] as const, ["code_interpreter", 300] as const]);
    const price = { ...free, requestNanousd: 7, tools };
    const cost = (toolCalls: BilledUsage["toolCalls"]) =>
      costNanousd(price, { inputTokens: 0, outputTokens: 0, ...(toolCalls && { toolCalls }) });
    expect([cost({ web_search: 3 }), cost({ code_interpreter: 1, mcp: 9 })]).toEqual([307, 307]);
    const bound = { inputTokens: 0, maxOutputTokens: 0 };
    const worst = (calls: number) =>
      worstCaseNanousd([{ price }], { ...bound, hosted: { kinds: [...tools.keys()], calls } });
    expect([worst(0), worst(4)]).toEqual([7, 1207]);
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (web_search, code_interpreter) => {
        const made = cost({ web_search, code_interpreter });
        expect(made).toBeLessThanOrEqual(worst(web_search + code_interpreter));
      }),
    );
  });

  it("the worst case holds the price of an earlier step if that is higher", () => {
    const steps = [{ ...free, inputPicousd: 500, aboveInputTokens: 100 }];
    const price = { ...free, inputPicousd: 1000, steps };
    const worst = worstCaseNanousd([{ price }], { inputTokens: 120, maxOutputTokens: 0 });
    expect(worst).toBe(100);
  });

  it("affordableOutputTokens says how much output a sum pays for, to the token", () => {
    fc.assert(
      fc.property(
        fc.array(prices, { minLength: 1, maxLength: 4 }),
        tokens,
        fc.integer({ min: 0, max: 1_000_000_000_000 }),
        serviceTier,
        fc.integer({ min: 1, max: 11 }),
        (list, inputTokens, available, tier, searchCalls) => {
          const endpoints = list.map((price) => ({ price, searchCalls }));
          const bound = { inputTokens, serviceTier: tier };
          const affordable = affordableOutputTokens(endpoints, bound, available);
          const worst = (maxOutputTokens: number) =>
            worstCaseNanousd(endpoints, { ...bound, maxOutputTokens });
          if (affordable === Number.POSITIVE_INFINITY)
            expect(worst(1_000_000)).toBeLessThanOrEqual(available);
          else {
            if (affordable > 0) expect(worst(affordable)).toBeLessThanOrEqual(available);
            expect(worst(affordable + 1)).toBeGreaterThan(available);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("senseless counts of an upstream count as 0, and no token counts twice", () => {
    const price = { ...free, inputPicousd: 1000, cachedInputPicousd: 1000 };
    expect(costNanousd(price, { inputTokens: Number.NaN, outputTokens: -5 })).toBe(0);
    const swollen = { inputTokens: 10, outputTokens: 0, cachedInputTokens: 99 };
    expect(costNanousd(price, swollen)).toBe(10);
  });
});

/** The rates written a second time, as a price list reads. */
function ratesAt(price: Price, usage: { inputTokens: number; serviceTier: string }): Rates {
  const table = price.tiers?.get(usage.serviceTier) ?? price;
  let rate: Rates = table;
  for (const step of table.steps ?? []) if (usage.inputTokens > step.aboveInputTokens) rate = step;
  return rate;
}
