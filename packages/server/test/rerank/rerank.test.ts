import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import type { Output } from "@portico/contract";
import { describe, expect, it } from "vitest";
import { ownContract } from "../../src/http/contract/contract.ts";
import { databaseFile } from "../../src/store/sqlite/open-sqlite-store.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type RerankAnswer, startRerankUpstream } from "../support/rerank-upstream.ts";

const contract = ownContract();
const documents = ["a", "bc", "äöü"];

type Reply = Output<"createRerank"> & {
  readonly error: { readonly message: string; readonly metadata: Record<string, unknown> };
};

async function rerank(gateway: Pick<TestGateway, "api">, key: string, body: object) {
  const response = await fetch(`${gateway.api}/rerank`, {
    method: "POST",
    headers: jsonHeaders(key),
    body: JSON.stringify({ model: "m/tokens", query: "ab", documents, ...body }),
  });
  const reply = (await response.json()) as Reply;
  contract.checkReply("createRerank", response.status, reply);
  return { status: response.status, headers: response.headers, reply };
}

async function manage(gateway: TestGateway, method: string, path: string, body?: unknown) {
  const response = await fetch(gateway.api + path, {
    method,
    headers: jsonHeaders(gateway.own.management),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as { data: Record<string, unknown> };
}

/** A dollar per million tokens, a tenth of a cent per search unit, or both. */
function yamlFor(url: string, more = ""): string {
  const model = (id: string, price: string, rest = "") =>
    `  - { id: ${id}, kind: rerank, context_length: 512, ${rest} endpoints: [{ provider: own, upstream_model: r, price: { ${price} } }] }`;
  return [
    more,
    "providers:",
    `  own: { kind: openai-compatible, base_url: "${url}", api_key: operators, byok: allow }`,
    `  cohere: { base_url: "${url}", api_key: k }`,
    "models:",
    model("m/tokens", 'input: "1"'),
    model("m/units", 'input: "0", search_unit: "0.001"'),
    model("m/both", 'input: "1", search_unit: "0.001"'),
    model("m/free", 'input: "0"'),
    '  - { id: m/cut, kind: rerank, context_length: 512, endpoints: [{ provider: cohere, upstream_model: r, price: { input: "0", search_unit: "0.001" } }] }',
  ].join("\n");
}

async function startBoth(answer?: RerankAnswer, more = "") {
  const upstream = await startRerankUpstream(answer);
  const gateway = await startTestGateway({ yaml: yamlFor(upstream.url, more) });
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

const counted =
  (counts: object): RerankAnswer =>
  (asked) => ({
    results: asked.documents.map((_, index) => ({ index, relevance_score: 1 })),
    ...counts,
  });

describe("the price of a ranking", () => {
  it.each([
    [
      "tokens, as the provider counts them",
      "m/tokens",
      { usage: { total_tokens: 12 } },
      12_000,
      false,
      { total_tokens: 12 },
    ],
    [
      "search units, as the provider counts them",
      "m/units",
      { meta: { billed_units: { search_units: 1 } } },
      1_000_000,
      false,
      { search_units: 1 },
    ],
    [
      "both",
      "m/both",
      { usage: { total_tokens: 12, search_units: 1 } },
      1_012_000,
      false,
      { total_tokens: 12, search_units: 1 },
    ],
    // A quarter of the bytes, the query once for each document.
    [
      "tokens that are estimated where the provider counts none",
      "m/tokens",
      {},
      7_000,
      true,
      { total_tokens: 7 },
    ],
    [
      "search units that are estimated where the provider counts none",
      "m/units",
      {},
      1_000_000,
      true,
      { search_units: 1 },
    ],
    [
      "the count that is missing, estimated",
      "m/both",
      { usage: { search_units: 1 } },
      1_007_000,
      true,
      { total_tokens: 7, search_units: 1 },
    ],
    ["nothing", "m/free", { usage: { total_tokens: 12 } }, 0, false, { total_tokens: 12 }],
  ])("is that of %s", async (_, model, counts, nanousd, estimated, shown) => {
    await using both = await startBoth(counted(counts));
    const { reply, headers } = await rerank(both.gateway, both.key, { model });
    const { usage, id } = reply;
    expect(usage).toMatchObject({ ...shown, cost: nanousd / 1e9, is_byok: false });
    expect(Object.hasOwn(usage, "search_units")).toBe(Object.hasOwn(shown, "search_units"));
    expect(usage.cost_details).toMatchObject({ input_cost: nanousd / 1e9, output_cost: 0 });
    expect(Number(headers.get("x-portico-cost"))).toBe(nanousd / 1e9);
    const { data } = await manage(both.gateway, "GET", `/generation?id=${id}`);
    expect(data).toMatchObject({ api_type: "rerank", total_cost: nanousd / 1e9, estimated });
  });

  it("never exceeds the hold: the rest is unbilled", async () => {
    await using both = await startBoth(counted({ usage: { total_tokens: 1_500 } }));
    const { reply } = await rerank(both.gateway, both.key, {});
    const { data } = await manage(both.gateway, "GET", `/generation?id=${reply.id}`);
    expect(data["total_cost"]).toBe(reply.usage.cost);
    expect(Number(data["unbilled"])).toBeGreaterThan(0);
    expect(Number(data["unbilled"]) + reply.usage.cost).toBeCloseTo(0.0015, 9);
  });

  it("is no more than that of the contexts of all documents", async () => {
    await using both = await startBoth(counted({ usage: { total_tokens: 1e15 } }));
    const { reply } = await rerank(both.gateway, both.key, {});
    const { data } = await manage(both.gateway, "GET", `/generation?id=${reply.id}`);
    expect(Number(data["unbilled"]) + reply.usage.cost).toBeLessThan(0.01);
  });

  it("runs out with 402, which says what would cost less", async () => {
    await using both = await startBoth(counted({ usage: { total_tokens: 12 } }));
    const key = await both.gateway.own.addKey({ limitNanousd: 230_000 });
    const statuses: number[] = [];
    for (let request = 0; request < 4; request += 1)
      statuses.push((await rerank(both.gateway, key, {})).status);
    // Three documents hold 3 x (2 + 64) + 9 tokens: 207, and twelve of them are paid.
    expect(statuses).toEqual([200, 200, 402, 402]);
    expect((await rerank(both.gateway, key, {})).reply.error.message).toMatch(
      /Send fewer documents at once/,
    );
    expect(both.upstream.asked).toHaveLength(2);
  });

  it("is nothing where the workspace's own credential pays", async () => {
    await using both = await startBoth(counted({ usage: { total_tokens: 12 } }));
    await manage(both.gateway, "POST", "/byok", { provider: "own", secret: "sk-own" });
    const { reply } = await rerank(both.gateway, both.key, {});
    expect(both.upstream.asked.at(-1)?.headers.authorization).toBe("Bearer sk-own");
    expect(reply.usage).toMatchObject({ cost: 0, is_byok: true });
    expect(reply.usage.cost_details).toMatchObject({ upstream_inference_cost: 0.000012 });
  });
});

describe("a rerank request", () => {
  it("says to the provider where documents are cut, by tokens or by chunks", async () => {
    await using both = await startBoth();
    const cutAt = async (body: object) => {
      await rerank(both.gateway, both.key, { model: "m/cut", ...body });
      return both.upstream.asked.at(-1)?.body["max_tokens_per_doc"];
    };
    expect(await cutAt({})).toBeUndefined();
    expect(await cutAt({ max_tokens_per_doc: 300 })).toBe(300);
    expect(await cutAt({ max_chunks_per_doc: 2 })).toBe(1024);
    expect(await cutAt({ max_chunks_per_doc: 2, max_tokens_per_doc: 300 })).toBe(300);
    const strict = { provider: { require_parameters: true }, max_tokens_per_doc: 300 };
    expect((await rerank(both.gateway, both.key, { model: "m/cut", ...strict })).status).toBe(200);
    expect((await rerank(both.gateway, both.key, strict)).status).toBe(404);
  });

  it("asks for no more documents than there are", async () => {
    await using both = await startBoth();
    await rerank(both.gateway, both.key, { top_n: 99 });
    expect(both.upstream.asked.at(-1)?.body).toMatchObject({ documents, top_n: 3, model: "r" });
    await rerank(both.gateway, both.key, {
      top_n: 1,
      documents: documents.map((text) => ({ text })),
    });
    expect(both.upstream.asked.at(-1)?.body).toMatchObject({ documents, top_n: 1 });
  });

  it("has at most as many documents as the operator allows", async () => {
    await using both = await startBoth(undefined, "limits: { rerank_documents: 2 }");
    const { status, reply } = await rerank(both.gateway, both.key, {});
    expect([status, reply.error.message]).toEqual([400, "documents must have at most 2 items."]);
    expect(both.upstream.asked).toHaveLength(0);
  });

  it("is refused for a model that the key may not use", async () => {
    await using both = await startBoth();
    const key = await both.gateway.own.addKey({ allowedModels: ["m/free"] });
    expect((await rerank(both.gateway, key, { model: "m/free" })).status).toBe(200);
    expect((await rerank(both.gateway, key, {})).status).toBe(403);
    expect(both.upstream.asked).toHaveLength(1);
  });

  it("is listed with its end user, and its content is logged where the workspace wants that", async () => {
    await using both = await startBoth();
    const { gateway } = both;
    await manage(gateway, "PATCH", "/workspaces/default", {
      is_observability_io_logging_enabled: true,
      io_logging_sampling_rate: 1,
    });
    const { reply } = await rerank(gateway, both.key, { user: "ann" });
    const { data } = await manage(gateway, "GET", `/generation?id=${reply.id}`);
    expect(data).toMatchObject({ external_user: "ann", operation: "rerank" });
    const list = () => gateway.store.ioLog.list(gateway.own.workspaceId, { offset: 0, limit: 50 });
    await expect.poll(async () => (await list()).totalCount).toBe(1);
  });
});

describe("a caller who leaves", () => {
  it("pays what the provider counts, if it answers in time", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await using both = await startBoth(async (asked) => {
      await held;
      return counted({ usage: { total_tokens: 12 } })(asked);
    });
    await leave(both);
    // What comes after the hang-up is served after it: the gateway knows by now that the caller is gone.
    for (let request = 0; request < 3; request += 1) await manage(both.gateway, "GET", "/models");
    release();
    await expect
      .poll(() => ledgerRow(both.gateway))
      .toMatchObject({
        ...{ state: "settled", status: 499, estimated: 0 },
        ...{ input_tokens: 12, charged_nanousd: 12_000, operation: "rerank" },
      });
  });

  it("pays an estimate, if the provider does not answer in time", async () => {
    await using both = await startBoth(
      () => new Promise(() => {}),
      "routing: { await_usage_ms: 1 }",
    );
    await leave(both);
    await expect.poll(() => both.upstream.hungUp()).toBe(1);
    await expect
      .poll(() => ledgerRow(both.gateway))
      .toMatchObject({
        ...{ state: "settled", status: 499, estimated: 1 },
        ...{ input_tokens: 7, charged_nanousd: 7_000, error_kind: "callerGone" },
      });
  });
});

async function leave({ gateway, upstream, key }: Awaited<ReturnType<typeof startBoth>>) {
  const caller = new AbortController();
  const gone = fetch(`${gateway.api}/rerank`, {
    method: "POST",
    headers: jsonHeaders(key),
    body: JSON.stringify({ model: "m/tokens", query: "ab", documents }),
    signal: caller.signal,
  });
  const failed = expect(gone).rejects.toThrow();
  await expect.poll(() => upstream.asked.length).toBe(1);
  caller.abort();
  await failed;
}

function ledgerRow(gateway: TestGateway) {
  using database = new DatabaseSync(join(gateway.dataFolder, databaseFile));
  return database.prepare("select * from ledger").get();
}

describe("the sandbox's rankings", () => {
  it("repeats long documents of a compressed request only where they are paid for", async () => {
    await using both = await startBoth();
    const ask = async (model: string, length: number, isCompressed: boolean) => {
      const text = JSON.stringify({ model, query: "a", documents: ["a".repeat(length)] });
      const response = await fetch(`${both.gateway.api}/rerank`, {
        method: "POST",
        headers: {
          ...jsonHeaders(both.key),
          ...(isCompressed && { "content-encoding": "gzip" }),
        },
        body: isCompressed ? gzipSync(text) : text,
      });
      const reply = (await response.json()) as Reply;
      contract.checkReply("createRerank", response.status, reply);
      return [
        reply.results[0]?.document?.text.length,
        /left out/.test(response.headers.get("x-portico-notice") ?? ""),
      ];
    };
    for (const model of ["sandbox/rerank", "m/free"]) {
      expect(await ask(model, 100_001, true)).toEqual([undefined, true]);
      expect(await ask(model, 100_000, true)).toEqual([100_000, false]);
      expect(await ask(model, 100_001, false)).toEqual([100_001, false]);
    }
    expect(await ask("m/tokens", 100_001, true)).toEqual([100_001, false]);
  });

  it("rehearse every failure", async () => {
    await using gateway = await startTestGateway();
    for (const [model, status] of [
      ["sandbox/rerank-fail-400", 400],
      ["sandbox/rerank-fail-429", 429],
      ["sandbox/rerank-fail-500", 500],
      ["sandbox/rerank-fail-529", 529],
    ] as const)
      expect((await rerank(gateway, gateway.own.ordinary, { model })).status).toBe(status);
  });

  it("are given for the largest list there is", async () => {
    await using gateway = await startTestGateway();
    const many = Array.from({ length: 2048 }, (_, index) => `text ${index} ${"…".repeat(99)}`);
    const { reply } = await rerank(gateway, gateway.own.ordinary, {
      ...{ model: "sandbox/rerank", query: "text 7", documents: many },
    });
    expect(reply.results).toHaveLength(2048);
    expect(reply.results[0]).toMatchObject({ index: 7, document: { text: many[7] } });
    expect(reply.usage.search_units).toBe(21);
  });
});
