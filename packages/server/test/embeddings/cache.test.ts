import { describe, expect, it } from "vitest";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import {
  type EmbeddingsUpstream,
  startEmbeddingsUpstream,
} from "../support/embeddings-upstream.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

/** They are written in batches, after the reply. */
const untilKept = ({ place }: TestGateway, count: number) =>
  expect.poll(() => rawSql(place, "select name from vector_cache")).toHaveLength(count);

const yamlFor = ({ url }: EmbeddingsUpstream) => `
providers:
  local: { kind: openai-compatible, base_url: "${url}/v1" }
models:
  - { id: local/embed, kind: embedding, dimensions: 4, context_length: 1000, endpoints: [ { provider: local, upstream_model: e, price: { input: "1000", output: "0" } } ] }
`;

interface Asking {
  readonly key?: string;
  readonly cache?: "on" | "off";
  readonly body?: object;
}

async function embed(gateway: TestGateway, input: unknown, asking: Asking = {}) {
  const { key = gateway.own.ordinary, cache, body } = asking;
  const response = await fetch(`${gateway.api}/embeddings`, {
    method: "POST",
    headers: { ...jsonHeaders(key), ...(cache !== undefined && { "x-portico-cache": cache }) },
    body: JSON.stringify({ model: "local/embed", input, ...body }),
  });
  const text = await response.text();
  const reply = JSON.parse(text);
  return {
    status: response.status,
    cache: response.headers.get("x-portico-cache"),
    cost: response.headers.get("x-portico-cost"),
    attempts: response.headers.get("x-portico-attempts"),
    id: reply.id,
    usage: reply.usage,
    message: reply.error?.message,
    /** The bytes of the vectors alone. */
    data: text.slice(0, text.indexOf('"model":')),
  };
}

const setting = async (gateway: TestGateway, isOn: boolean) =>
  await fetch(`${gateway.api}/workspaces/default`, {
    method: "PATCH",
    headers: jsonHeaders(gateway.own.management),
    body: JSON.stringify({ is_embeddings_cache_enabled: isOn }),
  }).then((response) => response.json());

describe.each(engines)("kept vectors on $engine", (engine) => {
  const start = async () => {
    const upstream = await startEmbeddingsUpstream();
    const gateway = await startTestGateway({ yaml: yamlFor(upstream), engine });
    return {
      upstream,
      gateway,
      async [Symbol.asyncDispose]() {
        await gateway[Symbol.asyncDispose]();
        await upstream[Symbol.asyncDispose]();
      },
    };
  };

  it("the same input is answered byte for byte, at no cost, and without an upstream", async () => {
    await using place = await start();
    const { gateway, upstream } = place;
    const first = await embed(gateway, ["a", "bb"], { cache: "on" });
    expect(first).toMatchObject({ status: 200, cache: "miss", attempts: "1", cost: "0.01" });
    await untilKept(gateway, 2);
    const second = await embed(gateway, ["a", "bb"], { cache: "on" });
    expect(second).toMatchObject({ status: 200, cache: "hit", attempts: "0", cost: "0" });
    expect(second.usage).toMatchObject({ prompt_tokens: 0, total_tokens: 0, cost: 0 });
    expect(second.data).toBe(first.data);
    expect(second.id).not.toBe(first.id);
    expect(upstream.asked).toHaveLength(1);
    const { keyId, chargedNanousd, status } =
      (await gateway.store.activity.generation(gateway.own.organisationId, second.id)) ?? {};
    expect({ keyId: typeof keyId, chargedNanousd, status }).toEqual({
      ...{ keyId: "number", chargedNanousd: 0, status: 200 },
    });
  });

  it("only the inputs without a vector are asked and charged, and each keeps its place", async () => {
    await using place = await start();
    const { gateway, upstream } = place;
    await embed(gateway, ["a", "bb"], { cache: "on" });
    await untilKept(gateway, 2);
    const mixed = await embed(gateway, ["ccc", "bb", "dddd", "a"], { cache: "on" });
    const plain = await embed(gateway, ["ccc", "bb", "dddd", "a"]);
    expect(mixed).toMatchObject({ cache: "partial", cost: "0.01" });
    expect(mixed.data).toBe(plain.data);
    expect(plain.cache).toBeNull();
    expect(upstream.asked.map(({ body }) => body.input)).toEqual([
      ...[
        ["a", "bb"],
        ["ccc", "dddd"],
      ],
      ["ccc", "bb", "dddd", "a"],
    ]);
  });

  it("another form, other dimensions, another workspace or no wish are no hit", async () => {
    await using place = await start();
    const { gateway } = place;
    await embed(gateway, "a", { cache: "on" });
    await untilKept(gateway, 1);
    const tenant = await gateway.addTenant();
    const others: Asking[] = [
      { cache: "on", body: { encoding_format: "base64" } },
      { cache: "on", body: { input_type: "query" } },
      { cache: "on", key: tenant.ordinary },
    ];
    for (const other of others)
      expect(await embed(gateway, "a", other)).toMatchObject({ cache: "miss" });
    expect((await embed(gateway, "a", { cache: "off" })).cache).toBeNull();
    expect(await embed(gateway, "a", { cache: "on" })).toMatchObject({ cache: "hit" });
  });

  it("a workspace can want it for all requests, and switching it off erases what was kept", async () => {
    await using place = await start();
    const { gateway, upstream } = place;
    expect(await setting(gateway, true)).toMatchObject({
      data: { is_embeddings_cache_enabled: true },
    });
    expect((await embed(gateway, "a")).cache).toBe("miss");
    await untilKept(gateway, 1);
    expect((await embed(gateway, "a")).cache).toBe("hit");
    expect((await embed(gateway, "a", { cache: "off" })).cache).toBeNull();
    await setting(gateway, false);
    await setting(gateway, true);
    expect((await embed(gateway, "a")).cache).toBe("miss");
    expect(upstream.asked).toHaveLength(3);
  });

  it("a key without money gets what was kept, and nothing else", async () => {
    await using place = await start();
    const { gateway } = place;
    const poor = await gateway.own.addKey({ limitNanousd: 0 });
    await embed(gateway, "a", { cache: "on" });
    await untilKept(gateway, 1);
    expect(await embed(gateway, "a", { cache: "on", key: poor })).toMatchObject({ cache: "hit" });
    expect((await embed(gateway, "b", { cache: "on", key: poor })).status).toBe(402);
  });
});

it("a revoked key gets nothing that was kept", async () => {
  await using upstream = await startEmbeddingsUpstream();
  await using gateway = await startTestGateway({ yaml: yamlFor(upstream) });
  const key = await gateway.own.addKey();
  await embed(gateway, "a", { cache: "on", key });
  await untilKept(gateway, 1);
  expect((await embed(gateway, "a", { cache: "on", key })).cache).toBe("hit");
  const { data } = await fetch(`${gateway.api}/keys`, {
    headers: jsonHeaders(gateway.own.management),
  }).then((response) => response.json() as Promise<{ data: { hash: string; label: string }[] }>);
  const { hash = "" } = data.find(({ label }) => key.endsWith(label.slice(-4))) ?? {};
  await fetch(`${gateway.api}/keys/${hash}`, {
    method: "DELETE",
    headers: jsonHeaders(gateway.own.management),
  });
  expect((await embed(gateway, "a", { cache: "on", key })).status).toBe(401);
});

it("a header with another word is refused", async () => {
  await using upstream = await startEmbeddingsUpstream();
  await using gateway = await startTestGateway({ yaml: yamlFor(upstream) });
  const { status } = await fetch(`${gateway.api}/embeddings`, {
    method: "POST",
    headers: { ...jsonHeaders(gateway.own.ordinary), "x-portico-cache": "yes" },
    body: JSON.stringify({ model: "local/embed", input: "a" }),
  });
  expect(status).toBe(400);
});
