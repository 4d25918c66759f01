import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateCounts, measure, mostCounts } from "./measure.ts";

const measured = (queryBytes: number, ...documentBytes: number[]) => ({
  queryBytes,
  documentBytes,
});
const units = (...asked: Parameters<typeof mostCounts>) => mostCounts(...asked).searchUnits;

describe("the counts of a rerank request", () => {
  it("hold the query once for each document, and every byte as a token", async () => {
    const texts = await measure({ query: "äb", documents: ["c", "dé"] });
    expect(texts).toEqual({ queryBytes: 3, documentBytes: [1, 3] });
    const marks = mostCounts(measured(0, 0), undefined).inputTokens - 2;
    expect(mostCounts(texts, undefined).inputTokens).toBe(3 + 1 + 3 + 3 + 2 * marks);
  });

  it("have a search unit for each hundred documents, of which a long one counts several times", () => {
    const short = Array.from({ length: 100 }, () => 100);
    expect(units(measured(100, ...short), undefined)).toBe(1);
    expect(units(measured(100, ...short, 1), undefined)).toBe(2);
    // A hundred tokens of the query leave 400 of each part.
    expect(units(measured(100, ...short.map(() => 400)), undefined)).toBe(1);
    expect(units(measured(100, ...short.map(() => 401)), undefined)).toBe(2);
    // A long query takes at most half of a part.
    expect(units(measured(5_000, ...short.map(() => 250)), undefined)).toBe(1);
    expect(units(measured(5_000, ...short.map(() => 251)), undefined)).toBe(2);
  });

  it("end where documents are cut", () => {
    const long = measured(100, ...Array.from({ length: 100 }, () => 1_000_000));
    expect(units(long, undefined)).toBe(11);
    expect(units(long, 400)).toBe(1);
    expect(units(long, 2_048)).toBe(6);
  });

  it("are never more where they are estimated", () => {
    const bytes = fc.nat(20_000);
    const texts = fc.tuple(bytes, fc.array(bytes, { minLength: 1, maxLength: 300 }));
    const cut = fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined });
    fc.assert(
      fc.property(texts, cut, ([query, documents], tokensPerDocument) => {
        const most = mostCounts(measured(query, ...documents), tokensPerDocument);
        const estimate = estimateCounts(measured(query, ...documents), tokensPerDocument);
        expect(estimate.inputTokens).toBeLessThanOrEqual(most.inputTokens);
        expect(estimate.searchUnits).toBeLessThanOrEqual(most.searchUnits);
        expect(estimate.searchUnits).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
