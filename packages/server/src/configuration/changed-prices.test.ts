import { describe, expect, it } from "vitest";
import { changedPrices } from "./changed-prices.ts";
import { parseConfiguration } from "./load-configuration.ts";

const read = (text: string) => parseConfiguration(text, { file: "portico.yaml", environment: {} });
const written = (price: string, more = "") =>
  read(`
providers: { local: { kind: openai, api_key: "sk-secret" } }
models:
  - { id: a/b, kind: text, context_length: 100, endpoints: [ { provider: local, upstream_model: t, price: ${price} } ] }
${more}`);
const inputOf = (configuration: ReturnType<typeof read>, id = "a/b") =>
  configuration.catalog.models.get(id)?.endpoints[0]?.price.inputPicousd;

const running = written('{ input: "1", output: "2" }');

describe("another version of the file", () => {
  it("gives its prices to the endpoints that are there, and names them", () => {
    const next = written('{ input: "3", output: "2" }');
    const { configuration, changed, waiting } = changedPrices(running, next);
    expect(inputOf(configuration)).toBe(3_000_000);
    expect(changed).toEqual(["a/b@local"]);
    expect(waiting).toEqual([]);
    expect(configuration.priceOrigin.version).toBe(next.priceOrigin.version);
    const [endpoint] = configuration.catalog.models.get("a/b")?.endpoints ?? [];
    expect(endpoint?.priceOrigin.version).toBe(next.priceOrigin.version);
    expect(inputOf(running)).toBe(1_000_000);
  });

  it("names a price of a tier and of a step as changed too", () => {
    const tiered = (usd: string) =>
      written(
        `{ input: "1", output: "2", tiers: { flex: { input: "${usd}", output: "1" } }, steps: [ { above: 5, input: "${usd}", output: "2" } ] }`,
      );
    expect(changedPrices(tiered("3"), tiered("3")).changed).toEqual([]);
    expect(changedPrices(tiered("3"), tiered("4")).changed).toEqual(["a/b@local"]);
  });

  it("takes the price of an entry that replaces a preset, and of the preset where the entry is gone", () => {
    const own = `  - { id: openai/gpt-4o, kind: text, context_length: 128000, endpoints: [ { provider: local, upstream_model: gpt-4o, price: { input: "99", output: "99" } } ] }`;
    const price = '{ input: "1", output: "2" }';
    const replaced = changedPrices(running, written(price, own));
    expect(inputOf(replaced.configuration, "openai/gpt-4o")).toBe(99_000_000);
    expect(replaced.changed).toEqual(["openai/gpt-4o@local"]);
    const back = changedPrices(replaced.configuration, written(price));
    expect(inputOf(back.configuration, "openai/gpt-4o")).toBe(inputOf(running, "openai/gpt-4o"));
  });

  it("changes nothing but prices, and names the places that wait for a restart without their values", () => {
    const next = read(`
providers: { local: { kind: openai, api_key: "sk-other" } }
limits: { json_depth: 9 }
models:
  - { id: a/b, kind: text, context_length: 50, endpoints: [ { provider: local, upstream_model: t, price: { input: "3", output: "2" } } ] }
  - { id: a/new, kind: text, context_length: 50, endpoints: [ { provider: local, upstream_model: t, price: { input: "3", output: "2" } } ] }
`);
    const { configuration, changed, waiting } = changedPrices(running, next);
    expect(changed).toEqual(["a/b@local"]);
    expect(waiting).toEqual([
      "providers.local.api_key",
      "limits.json_depth",
      "models.a/b.context_length",
      "models.a/new",
    ]);
    expect(configuration.limits).toBe(running.limits);
    expect(configuration.catalog.models.get("a/b")?.contextLength).toBe(100);
    expect(configuration.catalog.models.has("a/new")).toBe(false);
    expect(JSON.stringify({ changed, waiting })).not.toContain("sk-");
    // They still wait when prices change once more.
    expect(changedPrices(configuration, next).waiting).toEqual(waiting);
  });

  it("keeps the price of a model that it does not have any more", () => {
    const { configuration, changed, waiting } = changedPrices(running, read("models: []"));
    expect(inputOf(configuration)).toBe(1_000_000);
    expect(changed).toEqual([]);
    expect(waiting).toEqual(["providers", "models.a/b"]);
  });
});
