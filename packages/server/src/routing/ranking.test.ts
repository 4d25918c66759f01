import { describe, expect, it } from "vitest";
import { sampleCandidate } from "../../test/routing/sample-candidate.ts";
import { ranked } from "./ranking.ts";

/** A tenth of a dollar per million tokens, or so many nanodollars per search unit. */
function endpointAt(provider: string, price: { inputPicousd: number; searchUnitNanousd?: number }) {
  const { endpoint } = sampleCandidate(provider);
  return { ...endpoint, price: { ...endpoint.price, outputPicousd: 0, ...price } };
}

describe("endpoints by price", () => {
  it("compare a search unit with the tokens that it pays for", () => {
    const byToken = endpointAt("tokens", { inputPicousd: 50_000 });
    const dear = endpointAt("dear", { inputPicousd: 0, searchUnitNanousd: 2_000_000 });
    const cheap = endpointAt("cheap", { inputPicousd: 0, searchUnitNanousd: 1_000_000 });
    const free = endpointAt("free", { inputPicousd: 0 });
    const chance = () => 0.5;
    const order = ranked([dear, byToken, cheap, free], {
      ...{ sort: "price", health: new Map(), byokProviders: new Set<string>(), chance },
    });
    expect(order.map(({ provider }) => provider)).toEqual(["free", "cheap", "tokens", "dear"]);
  });
});
