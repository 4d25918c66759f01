import { expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "./support/gateway.ts";

const yaml = `
providers:
  local: { kind: openai-compatible, base_url: "http://127.0.0.1:9/v1" }
models:
  - { id: local/text, kind: text, context_length: 100, endpoints: [ { provider: local, upstream_model: t, price: { input: "1", output: "1" } } ] }
`;

async function idsIn(gateway: TestGateway, path: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${gateway.own.ordinary}` };
  const { data } = (await (await fetch(gateway.api + path, { headers })).json()) as {
    data: readonly { id: string }[];
  };
  return data.map(({ id }) => id);
}

async function statusOf(gateway: TestGateway, model: string): Promise<number> {
  const response = await fetch(`${gateway.api}/responses`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${gateway.own.ordinary}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ model, input: "a" }),
  });
  await response.text();
  return response.status;
}

it("hides simulated models beside real ones, and serves them all the same", async () => {
  await using gateway = await startTestGateway({ yaml });
  expect(await idsIn(gateway, "/models")).toEqual(["local/text"]);
  expect(await statusOf(gateway, "sandbox/text")).toBe(200);
  expect(await statusOf(gateway, "sandbox/fail-429")).toBe(429);
});

it("lists simulated models after the others where the operator says so", async () => {
  await using gateway = await startTestGateway({ yaml: `sandbox: all\n${yaml}` });
  const ids = await idsIn(gateway, "/models");
  expect(ids[0]).toBe("local/text");
  expect(ids.slice(1).every((id) => id.startsWith("sandbox/"))).toBe(true);
  expect(ids).toContain("sandbox/fail-429");
});

it("lists simulated models where a caller can use no others", async () => {
  await using alone = await startTestGateway();
  expect(await idsIn(alone, "/models")).toContain("sandbox/text");
  expect(await idsIn(alone, "/embeddings/models")).toContain("sandbox/embed");
  // A vendor without a key of the operator or of a workspace.
  await using keyless = await startTestGateway({
    yaml: "providers: { mistral: { kind: mistral } }",
  });
  const ids = await idsIn(keyless, "/embeddings/models");
  expect(ids).toContain("sandbox/embed");
  expect(ids).not.toContain("mistral/mistral-embed");
});

it("lists every price that the ledger uses, with its source and age", async () => {
  const rates = `input: "1", output: "2", cached_input: "3", cache_write: "4", cache_write_1h: "5", input_audio: "6", reasoning: "7"`;
  const price = `{ ${rates}, request: "0.01", image: "0.02", steps: [ { above: 9, ${rates} } ], tiers: { flex: { ${rates} } } }`;
  await using gateway = await startTestGateway({
    yaml: `
providers:
  local: { kind: openai, api_key: k }
models:
  - { id: local/text, kind: text, context_length: 100, endpoints: [ { provider: local, upstream_model: t, price: ${price} } ] }
  - { id: local/vectors, kind: embedding, context_length: 100, dimensions: 2, endpoints: [ { provider: local, upstream_model: v, price: { input: "1" } } ] }
`,
  });
  const headers = { authorization: `Bearer ${gateway.own.ordinary}` };
  const pricingOf = async (path: string, id: string) => {
    const reply = await fetch(gateway.api + path, { headers });
    const { data } = (await reply.json()) as { data: { id: string; pricing: object }[] };
    return data.find((model) => model.id === id)?.pricing;
  };
  const listed = {
    ...{ prompt: "0.000001", completion: "0.000002", input_cache_read: "0.000003" },
    ...{ input_cache_write: "0.000004", input_cache_write_1h: "0.000005" },
    ...{ input_audio: "0.000006", internal_reasoning: "0.000007" },
  };
  const version = expect.stringMatching(/^portico\.yaml:[0-9a-f]{12}$/);
  const ofFile = { source: "portico.yaml", as_of: null, version };
  expect(await pricingOf("/models", "local/text")).toEqual({
    ...{ ...listed, ...ofFile, request: "0.01", image: "0.02" },
    ...{ steps: [{ above_input_tokens: 9, ...listed }], tiers: { flex: listed } },
  });
  expect(await pricingOf("/embeddings/models", "local/vectors")).toMatchObject({
    ...{ ...ofFile, prompt: "0.000001", input_cache_read: "0.000001" },
  });
  expect(await pricingOf("/models", "openai/gpt-4o")).toMatchObject({
    ...{ as_of: "2026-09-23", version: "prices-2026-09-23" },
    source: expect.stringContaining("genai-prices"),
  });
});
