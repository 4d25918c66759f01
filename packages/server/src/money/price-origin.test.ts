import { describe, expect, it } from "vitest";
import { free } from "../../test/money/sample-prices.ts";
import { priceName } from "./price-origin.ts";

const origin = { by: "preset" as const, source: "a list", asOf: "2026-11-22", version: "list-7" };
const steps = [{ ...free, aboveInputTokens: 100 }];
const price = { ...free, steps, tiers: new Map([["flex", { ...free, steps }]]) };
const named = (inputTokens: number, serviceTier?: string) =>
  priceName({
    ...{ model: "a/b", provider: "p", origin, price },
    usage: { inputTokens, outputTokens: 1, ...(serviceTier && { serviceTier }) },
  });

describe("the name of a price", () => {
  it("has the model, its provider and the version of the source", () => {
    expect(named(100)).toBe("a/b@p list-7");
  });

  it("has the tier and the step for long inputs whose row was used", () => {
    expect(named(101)).toBe("a/b@p list-7 >100");
    expect(named(101, "flex")).toBe("a/b@p list-7 flex >100");
    expect(named(1, "priority")).toBe("a/b@p list-7");
  });

  it("goes by what the upstream bills, where that differs from its counts", () => {
    const billed = { inputTokens: 7, outputTokens: 1 };
    const usage = { inputTokens: 500, outputTokens: 1, billed };
    expect(priceName({ model: "a/b", provider: "p", origin, price, usage })).toBe("a/b@p list-7");
  });
});
