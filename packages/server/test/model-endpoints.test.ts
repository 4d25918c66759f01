import { expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "./support/gateway.ts";

async function get(gateway: TestGateway, path: string, key = gateway.own.ordinary) {
  const response = await fetch(gateway.api + path, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const yaml = `
sandbox: all
providers:
  down: { kind: openai-compatible, base_url: "http://127.0.0.1:9/v1" }
models:
  - { id: local/text, kind: text, context_length: 100, endpoints: [ { provider: down, upstream_model: t, price: { input: "1", output: "2" } } ] }
  - { id: local/a/b, kind: text, context_length: 100, endpoints: [ { provider: down, upstream_model: u, price: { input: "1", output: "2" } } ] }
`;

async function ask(gateway: TestGateway, model: string): Promise<void> {
  const response = await fetch(`${gateway.api}/responses`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${gateway.own.ordinary}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ model, input: "a" }),
  });
  await response.text();
}

it("shows what was measured of an endpoint, and that of other processes too", async () => {
  await using gateway = await startTestGateway({ yaml });
  const other = await gateway.another({ yaml });
  await ask(gateway, "sandbox/text");
  await ask(gateway, "local/text");
  for (const api of [gateway, { ...gateway, api: other.api }]) {
    const { body } = await get(api, "/models/sandbox/text/endpoints");
    const [endpoint] = body.data.endpoints;
    expect(body.data).toMatchObject({
      id: "sandbox/text",
      endpoints: [{ provider_name: "sandbox" }],
    });
    // The other process reads what the first has stored when it was asked.
    expect(endpoint).toMatchObject({ uptime_last_5m: 100, uptime_last_1d: 100, circuit: "closed" });
    expect(endpoint.latency_last_30m.p50).toBeGreaterThanOrEqual(0);
  }
  const { body: lost } = await get(gateway, "/models/local/text/endpoints");
  expect(lost.data.endpoints[0]).toMatchObject({ uptime_last_30m: 0, latency_last_30m: null });
  await other.close();
});

it("lists providers with their measurements and their circuits", async () => {
  await using gateway = await startTestGateway({
    yaml: `routing: { failures_to_open: 1 }\n${yaml}`,
  });
  await ask(gateway, "local/text");
  const { body } = await get(gateway, "/providers");
  const providers = new Map(
    body.data.map((provider: { name: string }) => [provider.name, provider]),
  );
  expect(providers.get("down")).toMatchObject({ models: 2, uptime_last_5m: 0, byok: false });
  expect(providers.get("sandbox")).toMatchObject({ circuit: "closed", uptime_last_5m: null });
});

it("finds a model by its id, its encoded id, and without its variant", async () => {
  await using gateway = await startTestGateway({ yaml });
  for (const path of ["/model/sandbox/text", "/model/sandbox/text%3Afree"])
    expect(await get(gateway, path)).toMatchObject({
      status: 200,
      body: { data: { id: "sandbox/text" } },
    });
  const deep = await get(gateway, "/models/local/a%2Fb/endpoints");
  expect(deep.body.data).toMatchObject({ id: "local/a/b" });
  const absent = await get(gateway, "/model/sandbox/txt");
  expect(absent.status).toBe(404);
  expect(absent.body.error.message).toContain("Did you mean");
});

it("does not show a provider to callers who cannot use it", async () => {
  await using gateway = await startTestGateway({
    yaml: "sandbox: all\nproviders: { mistral: { kind: mistral } }",
  });
  const { body } = await get(gateway, "/providers");
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(["sandbox"]);
  expect((await get(gateway, "/model/mistral/mistral-embed")).status).toBe(404);
});
