import { describe, expect, it } from "vitest";
import { providerKinds } from "../../providers/facts.ts";
import { chatPresets } from "../../providers/openai/chat/presets.ts";
import { presets } from "../../providers/openai/facts.ts";
import { buildPrice } from "../build-price.ts";
import { publishedTokensPerImage } from "../traits-of.ts";
import { presetModels, priceSnapshot } from "./prices-2026-09.ts";
import { sandboxModels } from "./sandbox.ts";
import { vendors } from "./vendors.ts";

describe("the presets", () => {
  it("name their date and source", () => {
    expect(priceSnapshot.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(priceSnapshot.source).not.toBe("");
  });

  it("have every model once, with readable prices, of vendors that exist", () => {
    const all = [...presetModels, ...sandboxModels];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { id, kind, dimensions, endpoints } of all) {
      expect(dimensions !== undefined, id).toBe(kind === "embedding");
      for (const { vendor, price } of endpoints) {
        expect(vendor === "sandbox" || Object.hasOwn(vendors, vendor), id).toBe(true);
        expect(buildPrice(price, kind).faults, id).toEqual([]);
        expect(price.output !== undefined, id).toBe(kind === "text");
        expect(price.search_unit === undefined || kind === "rerank", id).toBe(true);
      }
    }
  });

  it("go on past each step of their prices, which rise with it", () => {
    const tables = presetModels.flatMap(({ id, contextLength, endpoints }) =>
      endpoints.flatMap(({ price }) =>
        [price, ...Object.values(price.tiers ?? {})].map((table) => ({ id, contextLength, table })),
      ),
    );
    const stepped = tables.filter(({ table }) => table.steps !== undefined);
    expect(stepped.map(({ id }) => id)).toContain("google/gemini-2.5-pro");
    for (const { id, contextLength, table } of stepped)
      for (const step of table.steps ?? []) {
        expect(step.above, id).toBeLessThan(contextLength);
        expect(Number(step.input), id).toBeGreaterThan(Number(table.input));
      }
  });

  it("price each service tier apart from the usual one", () => {
    for (const { id, endpoints } of presetModels)
      for (const { price } of endpoints)
        for (const [name, tier] of Object.entries(price.tiers ?? {})) {
          const dearer = Number(tier.input) > Number(price.input);
          expect([name, dearer], id).toEqual([name, name === "priority"]);
        }
  });

  it.each([
    ["openai", "gpt-4o-mini", 48_169],
    ["openai", "gpt-5.5", 12_000],
    ["openai", "gpt-5.4-nano", 5_000],
    ["openai", "qwen3-vl", undefined],
    ["azure", "eyes-of-the-team", 48_169],
    ["azure", "gpt-4o", 5_000],
    ["gemini", "gemini-2.5-pro", 6_708],
    ["bedrock", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", 5_000],
    ["bedrock", "qwen.qwen3-vl", undefined],
    ["openai-compatible", "gpt-4o", undefined],
  ])("know what %s %s counts a picture as at most", (kind, model, tokens) => {
    expect(publishedTokensPerImage(kind, model)).toBe(tokens);
  });

  it("name a kind that exists for every vendor", () => {
    for (const [name, { kind }] of Object.entries(vendors))
      expect(providerKinds, name).toContain(kind);
  });

  it("have an address for every server whose quirks the adapter knows", () => {
    expect(Object.keys(presets)).toEqual(expect.arrayContaining(Object.keys(chatPresets)));
    expect(Object.keys(vendors)).toEqual(expect.arrayContaining(Object.keys(presets)));
  });
});
