import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Output } from "@portico/contract";
import { describe, expect, it } from "vitest";
import { ownContract } from "../../src/http/contract/contract.ts";
import { openLog } from "../../src/secrets/io-log-seal.ts";
import { databaseFile } from "../../src/store/sqlite/open-sqlite-store.ts";
import { startEmbeddingsUpstream } from "../support/embeddings-upstream.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

const contract = ownContract();

type EmbeddingsReply = Output<"createEmbeddings">;
interface Failure {
  readonly error: { readonly message: string; readonly metadata: Record<string, unknown> };
}

async function embed(gateway: Pick<TestGateway, "api">, key: string, body: object) {
  const response = await fetch(`${gateway.api}/embeddings`, {
    method: "POST",
    headers: jsonHeaders(key),
    body: JSON.stringify({ model: "sandbox/embed", ...body }),
  });
  const reply = (await response.json()) as EmbeddingsReply & Failure;
  contract.checkReply("createEmbeddings", response.status, reply);
  return { status: response.status, headers: response.headers, reply };
}

function vectorsOf({ data }: EmbeddingsReply): number[][] {
  return data.map(({ embedding }) =>
    typeof embedding === "string"
      ? [...new Float32Array(new Uint8Array(Buffer.from(embedding, "base64")).buffer)]
      : [...Float32Array.from(embedding)],
  );
}

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("the sandbox's embeddings", () => {
  it("come in every form of the input and of the vector, deterministic and in order", async () => {
    await using gateway = await startTestGateway();
    const ask = async (input: unknown, more: object = {}) =>
      (await embed(gateway, gateway.own.ordinary, { input, ...more })).reply;
    const one = vectorsOf(await ask("a cat"));
    const batch = await ask(["a cat", "a dog"]);
    expect(batch.data.map(({ index }) => index)).toEqual([0, 1]);
    expect(vectorsOf(batch)[0]).toEqual(one[0]);
    expect(vectorsOf(await ask([{ content: [{ type: "text", text: "a cat" }] }]))).toEqual(one);
    expect(vectorsOf(await ask("a cat", { encoding_format: "base64" }))).toEqual(one);
    const joint = [
      { type: "text", text: "a cat" },
      { type: "image_url", image_url: { url: pixel } },
    ];
    const mixed = await ask([{ content: joint }, { content: joint.slice(1) }]);
    expect(vectorsOf(mixed)).toHaveLength(2);
    expect(vectorsOf(mixed)[0]).not.toEqual(one[0]);
    expect(batch.usage?.prompt_tokens).toBe(batch.usage?.total_tokens);
    expect(typeof (await ask("a", { encoding_format: null })).data[0]?.embedding).toBe("object");
  });

  it("are refused for an empty text, with its place", async () => {
    await using gateway = await startTestGateway();
    const { status, reply } = await embed(gateway, gateway.own.ordinary, { input: ["a", ""] });
    expect([status, reply.error.message]).toEqual([400, "input[1] must not be empty."]);
  });

  it("are given for the largest batch there is", async () => {
    await using gateway = await startTestGateway();
    const input = Array.from({ length: 2048 }, (_, index) => `text ${index}`);
    const { reply } = await embed(gateway, gateway.own.ordinary, { input });
    expect(reply.data).toHaveLength(2048);
    expect(reply.data.at(-1)?.index).toBe(2047);
  });
});

function yamlFor(url: string, more = ""): string {
  const provider = (name: string, key: string) =>
    `  ${name}: { kind: openai-compatible, base_url: "${url}", api_key: ${key}, byok: allow }`;
  const model = (id: string, endpoints: string, extra = "") => `
  - id: "${id}"
    kind: embedding
    context_length: 10
    dimensions: 4
    ${extra}
    endpoints: [ ${endpoints} ]`;
  const endpoint = (name: string, price: string, extra = "") =>
    `{ provider: ${name}, upstream_model: m, price: { input: "${price}" } ${extra} }`;
  return [
    "providers:",
    provider("dear", "dear-key"),
    provider("cheap", "cheap-key"),
    "models:",
    model("m/two", `${endpoint("dear", "3")}, ${endpoint("cheap", "1")}`),
    model("m/one", endpoint("cheap", "1")),
    model(
      "m/deny",
      `${endpoint("dear", "3", ", data_collection: deny")}, ${endpoint("cheap", "1")}`,
    ),
    model("m/any", endpoint("cheap", "1"), "dimensions_adjustable: true"),
    model("m/counted", endpoint("cheap", "1", ", token_bound: cl100k_base")),
    model("m/cut", endpoint("cheap", "1", ", token_bound: cl100k_base"), "too_long: truncate"),
    more,
  ].join("\n");
}

async function startBoth() {
  const upstream = await startEmbeddingsUpstream();
  const gateway = await startTestGateway({
    yaml: yamlFor(upstream.url, "data_discount_percent: 25"),
  });
  return {
    upstream,
    gateway,
    key: gateway.own.ordinary,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

async function manage(gateway: TestGateway, method: string, path: string, body?: unknown) {
  const response = await fetch(gateway.api + path, {
    method,
    headers: jsonHeaders(gateway.own.management),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as { data: { id: string }; key?: string };
}

describe("an input that is too long", () => {
  const long = "word ".repeat(40);

  it("is refused with its index, where its tokens can be counted and where they cannot", async () => {
    await using both = await startBoth();
    for (const model of ["m/counted", "m/one"]) {
      const { status, reply } = await embed(both.gateway, both.key, { model, input: ["a", long] });
      expect(status).toBe(400);
      expect(reply.error).toMatchObject({
        message: expect.stringMatching(/^input\[1\] has .* takes at most 10/),
        metadata: { field: "input[1]", maximum: 10 },
      });
    }
    expect(both.upstream.asked).toHaveLength(0);
  });

  it("is let through where the model cuts it, and where its many bytes are few tokens", async () => {
    await using both = await startBoth();
    expect((await embed(both.gateway, both.key, { model: "m/cut", input: long })).status).toBe(200);
    const few = "internationalisation";
    expect((await embed(both.gateway, both.key, { model: "m/counted", input: few })).status).toBe(
      200,
    );
  });
});

describe("dimensions", () => {
  it("are asked for where the model can, and refused where it cannot", async () => {
    await using both = await startBoth();
    const ask = (model: string, dimensions: number) =>
      embed(both.gateway, both.key, { model, input: "a", dimensions });
    expect(vectorsOf((await ask("m/any", 2)).reply)[0]).toHaveLength(2);
    expect((await ask("m/one", 4)).status).toBe(200);
    for (const [model, dimensions] of [
      ["m/one", 2],
      ["m/any", 5],
    ] as const) {
      const { status, reply } = await ask(model, dimensions);
      expect([status, reply.error.metadata]).toMatchObject([
        400,
        { kind: "bad_request", field: "dimensions" },
      ]);
    }
  });
});

describe("the provider preferences and the workspace's own sort", () => {
  it("choose who serves, and say who did at what price", async () => {
    await using both = await startBoth();
    const { gateway, key } = both;
    const served = async (model: string, provider: object) => {
      const { status, headers } = await embed(gateway, key, { model, input: "a", provider });
      return [status, headers.get("x-portico-provider"), headers.get("x-portico-cost")];
    };
    const dear = [200, "dear", "0.000015"];
    const cheap = [200, "cheap", "0.000005"];
    expect(await served("m/two", { order: ["dear"] })).toEqual(dear);
    expect(await served("m/two", { only: ["cheap"] })).toEqual(cheap);
    expect(await served("m/two", { ignore: ["cheap"] })).toEqual(dear);
    expect(await served("m/two", { sort: "price" })).toEqual(cheap);
    expect(await served("m/deny", { data_collection: "deny" })).toEqual(dear);
    expect(await served("m/one", { data_collection: "deny" })).toEqual([404, null, null]);
    expect(await served("m/two", { only: ["nobody"] })).toEqual([404, null, null]);
    await manage(gateway, "PATCH", "/workspaces/default", { default_provider_sort: "price" });
    for (let request = 0; request < 8; request += 1)
      expect(await served("m/two", {})).toEqual(cheap);
  });
});

describe("a workspace's own credential", () => {
  it("is used first and costs nothing, until it is deleted: on every node with the next request", async () => {
    await using both = await startBoth();
    const { gateway, upstream, key } = both;
    const other = await gateway.another({ yaml: yamlFor(upstream.url) });
    const ask = async (node: Pick<TestGateway, "api">) => {
      const { headers } = await embed(node, key, { model: "m/one", input: "a" });
      return [upstream.asked.at(-1)?.headers.authorization, headers.get("x-portico-cost")];
    };
    const operators = ["Bearer cheap-key", "0.000005"];
    expect(await ask(gateway)).toEqual(operators);
    expect(await ask(other)).toEqual(operators);
    const { data } = await manage(gateway, "POST", "/byok", {
      provider: "cheap",
      secret: "sk-the-workspaces-own",
    });
    const own = ["Bearer sk-the-workspaces-own", "0"];
    expect(await ask(other)).toEqual(own);
    expect(await ask(gateway)).toEqual(own);
    await manage(gateway, "DELETE", `/byok/${data.id}`);
    expect(await ask(other)).toEqual(operators);
    expect(await ask(gateway)).toEqual(operators);
  });

  it("fails its own provider's requests only, where it cannot be opened", async () => {
    await using both = await startBoth();
    const { gateway, upstream, key } = both;
    await manage(gateway, "POST", "/byok", { provider: "cheap", secret: "sk-own" });
    const database = new DatabaseSync(join(gateway.dataFolder, databaseFile));
    database.exec("update credentials set ciphertext = zeroblob(length(ciphertext))");
    database.close();
    const asked = upstream.asked.length;
    const failed = await embed(gateway, key, { model: "m/one", input: "a" });
    expect(failed).toMatchObject({
      status: 500,
      reply: {
        error: {
          code: 500,
          message: expect.stringMatching(
            /cannot be opened with this gateway's master key: cheap was not asked/,
          ),
          metadata: { attempts: [{ provider: "cheap", status: null, failure: "unopened" }] },
        },
      },
    });
    expect(upstream.asked).toHaveLength(asked);
    expect((await embed(gateway, key, { input: "a" })).status).toBe(200);
  });
});

describe("the workspace's switches", () => {
  it("let the discount act on the price", async () => {
    await using both = await startBoth();
    const { gateway, key } = both;
    await manage(gateway, "PATCH", "/workspaces/default", {
      is_data_discount_logging_enabled: true,
    });
    const { headers, reply } = await embed(gateway, key, { model: "m/one", input: "a" });
    expect(headers.get("x-portico-cost")).toBe("0.00000375");
    const generation = await manage(gateway, "GET", `/generation?id=${reply.id}`);
    expect(generation.data).toMatchObject({ total_cost: 0.00000375, cache_discount: 0.00000125 });
  });

  it("let requests and replies be logged at the rate that is asked for", async () => {
    await using both = await startBoth();
    const { gateway, key } = both;
    await manage(gateway, "PATCH", "/workspaces/default", {
      is_observability_io_logging_enabled: true,
      io_logging_sampling_rate: 0.25,
    });
    for (let request = 0; request < 12; request += 1)
      await embed(gateway, key, { model: "m/one", input: `text ${request}` });
    const list = () => gateway.store.ioLog.list(gateway.own.workspaceId, { offset: 0, limit: 50 });
    await expect.poll(async () => (await list()).totalCount).toBe(3);
    const { request, reply } = await firstLogged(gateway);
    expect(JSON.parse(request)).toMatchObject({ model: "m/one" });
    expect(JSON.parse(reply)).toMatchObject({ object: "list", data: [{ index: 0 }] });
  });

  it("let every request be logged, one that fails as well", async () => {
    await using gateway = await startTestGateway();
    await manage(gateway, "PATCH", "/workspaces/default", {
      is_observability_io_logging_enabled: true,
      io_logging_sampling_rate: 1,
    });
    await embed(gateway, gateway.own.ordinary, { model: "sandbox/embed-fail-500", input: "a" });
    const list = () => gateway.store.ioLog.list(gateway.own.workspaceId, { offset: 0, limit: 50 });
    await expect.poll(async () => (await list()).totalCount).toBe(1);
    const { request, reply } = await firstLogged(gateway);
    expect(JSON.parse(request)).toMatchObject({ input: "a" });
    expect(JSON.parse(reply)).toMatchObject({ error: { code: 500 } });
  });
});

describe("money", () => {
  it("runs out with 402, and is not held for longer than it takes", async () => {
    await using both = await startBoth();
    const { gateway } = both;
    const key = await gateway.own.addKey({ limitNanousd: 20_000 });
    const statuses: number[] = [];
    for (let request = 0; request < 5; request += 1)
      statuses.push((await embed(gateway, key, { model: "m/one", input: "a" })).status);
    // Five tokens cost 5,000; nine, the bound of one byte and its marks, must be left.
    expect(statuses).toEqual([200, 200, 200, 402, 402]);
  });

  it("limits the rate with 429, says when to come back, and tells the rest in headers", async () => {
    await using both = await startBoth();
    const key = await both.gateway.own.addKey({ requestsPerMinute: 2 });
    const ask = () => embed(both.gateway, key, { model: "m/one", input: "a" });
    const { headers } = await ask();
    expect(headers.get("x-ratelimit-limit")).toBe("2");
    expect(headers.get("x-ratelimit-remaining")).toBe("1");
    await ask();
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
  });
});

it("books a caller who hangs up at what was counted, and leaves an upstream that says nothing", async () => {
  await using upstream = await startEmbeddingsUpstream(() => {});
  await using gateway = await startTestGateway({
    yaml: `routing: { await_usage_ms: 1 }\n${yamlFor(upstream.url)}`,
  });
  const caller = new AbortController();
  const gone = fetch(`${gateway.api}/embeddings`, {
    method: "POST",
    headers: jsonHeaders(gateway.own.ordinary),
    body: JSON.stringify({ model: "m/one", input: "four" }),
    signal: caller.signal,
  });
  const failed = expect(gone).rejects.toThrow();
  await expect.poll(() => upstream.asked.length).toBe(1);
  caller.abort();
  await failed;
  await expect.poll(() => upstream.hungUp()).toBe(1);
  using database = new DatabaseSync(join(gateway.dataFolder, databaseFile));
  const row = () => database.prepare("select * from ledger").get();
  await expect.poll(row).toMatchObject({
    state: "settled",
    status: 499,
    estimated: 1,
    input_tokens: 1,
    charged_nanousd: 1000,
    error_kind: "callerGone",
  });
});

it("books a caller who leaves while the operator's credential stands in for the workspace's own", async () => {
  await using upstream = await startEmbeddingsUpstream((response, { headers }) => {
    if (headers.authorization !== "Bearer sk-the-workspaces-own") return;
    response.statusCode = 401;
    response.end("{}");
  });
  await using gateway = await startTestGateway({
    yaml: `byok: { fallback: true }\nrouting: { await_usage_ms: 1 }\n${yamlFor(upstream.url)}`,
  });
  const { own } = gateway;
  await manage(gateway, "POST", "/byok", { provider: "cheap", secret: "sk-the-workspaces-own" });
  const caller = new AbortController();
  const gone = fetch(`${gateway.api}/embeddings`, {
    method: "POST",
    headers: jsonHeaders(own.ordinary),
    body: JSON.stringify({ model: "m/one", input: "four", provider: { only: ["cheap"] } }),
    signal: caller.signal,
  });
  const failed = expect(gone).rejects.toThrow();
  await expect.poll(() => upstream.asked.at(-1)?.headers.authorization).toBe("Bearer cheap-key");
  caller.abort();
  await failed;
  using database = new DatabaseSync(join(gateway.dataFolder, databaseFile));
  const row = () => database.prepare("select * from ledger").get();
  await expect.poll(row).toMatchObject({ status: 499, byok: 0, charged_nanousd: 1000 });
});

/** The newest entry of the own workspace's I/O log, opened. */
async function firstLogged({ store, own, secrets }: TestGateway) {
  const { records } = await store.ioLog.list(own.workspaceId, { offset: 0, limit: 1 });
  const [entry] = records;
  if (entry === undefined) throw new Error("Nothing was logged.");
  return openLog(secrets.open, entry);
}
