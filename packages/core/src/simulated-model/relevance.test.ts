import { describe, expect, it } from "vitest";
import { relevances, rerankUnits } from "./relevance.ts";

const query = "How do I feed a sourdough starter?";
const scoresOf = (...documents: string[]) => [...relevances(query, documents)];

describe("simulated relevance", () => {
  it("is higher the more words of the query a document has", () => {
    const [all, some, none] = scoresOf(
      "Feed the sourdough starter once a day.",
      "The starter of a car needs a battery.",
      "The bridge was opened in 1932.",
    );
    expect(all).toBeGreaterThan(some ?? 1);
    expect(some).toBeGreaterThan(none ?? 1);
    expect(none).toBe(0);
  });

  it("counts a word of the same beginning half", () => {
    const [whole, kin] = scoresOf("starter", "starting");
    expect(kin).toBe(Math.round((whole ?? 0) * 500_000) / 1e6);
  });

  it("prefers the shorter of two documents with the same words of the query", () => {
    const [short, long] = scoresOf("sourdough starter", "sourdough starter and 300 further things");
    expect(short).toBeGreaterThan(long ?? 1);
  });

  it("is the same in every run, and between 0 and 1", () => {
    const documents = ["feed sourdough starter", "", "…", "FEED Sourdough"];
    expect(scoresOf(...documents)).toEqual(scoresOf(...documents));
    for (const score of scoresOf(...documents)) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it("counts the query once for each document, and a search unit for each hundred", () => {
    expect(rerankUnits(7, 50, 3)).toEqual({ tokens: 71, searchUnits: 1 });
    expect(rerankUnits(1, 0, 101)).toEqual({ tokens: 101, searchUnits: 2 });
  });
});
