import { loadDocument, type Output } from "@portico/contract";
import { eventually } from "@portico/test-support/eventually";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../../src/secrets/key-format.ts";
import { engines } from "../store/engines.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

const wordsOf = (schema: string) => loadDocument().components.schemas[schema]?.enum ?? [];

type List = Output<"listGenerations">;

describe.each(engines)("GET /generations on $engine", inOrder, (engine) => {
  let gateway: TestGateway;
  let other: string;
  let neighbour: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ engine });
    other = await gateway.own.addKey();
    neighbour = (await gateway.own.neighbour()).workspaceId;
    await fetch(`${gateway.api}/workspaces/${gateway.own.workspaceId}`, {
      method: "PATCH",
      headers: jsonHeaders(gateway.own.management),
      body: JSON.stringify({ is_observability_io_logging_enabled: true }),
    });
    for (const index of [1, 2, 3]) await embed(gateway.own.ordinary, `own ${index}`);
    await embed(other, "other", "x".repeat(300));
    await ask("/responses", other, { model: "sandbox/fail-429", input: "Hi" });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const ask = (path: string, key: string, body: object) =>
    fetch(`${gateway.api}${path}`, {
      method: "POST",
      headers: jsonHeaders(key),
      body: JSON.stringify(body),
    });
  async function embed(key: string, input: string, user?: string): Promise<void> {
    const response = await ask("/embeddings", key, { model: "sandbox/embed", input, user });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
  const get = (query: Readonly<Record<string, string>>, key = gateway.own.management) =>
    fetch(`${gateway.api}/generations?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${key}` },
    });
  async function list(query: Readonly<Record<string, string>> = {}, key?: string): Promise<List> {
    const response = await get(query, key);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text);
  }
  const idOf = async (key: string) =>
    (await gateway.store.keys.get(gateway.own.organisationId, hashKey(key)))?.id;

  it("shows a management key all requests of the organisation, newest first", async () => {
    const { data, next_cursor } = await list();
    expect(data.map(({ operation, status }) => [operation, status])).toEqual([
      ["responses", 429],
      ...Array.from({ length: 4 }, () => ["embeddings", 200]),
    ]);
    expect(next_cursor).toBeNull();
    const one = await fetch(`${gateway.api}/generation?id=${data[4]?.id}`, {
      headers: { authorization: `Bearer ${gateway.own.management}` },
    });
    expect(await one.json()).toEqual({ data: data[4] });
    const key = await gateway.store.keys.get(gateway.own.organisationId, hashKey(other));
    expect(data[1]).toMatchObject({ api_key_id: key?.id, api_key_name: key?.name });
    expect(key?.name).not.toBe("");
  });

  it("shows each attempt with its time and its reason", async () => {
    const [row] = (await list({ status: "429" })).data;
    expect(row?.provider_responses?.[0]).toMatchObject({
      status: 429,
      failure: "rate_limited",
      latency: expect.any(Number),
    });
  });

  it("finds a kind of failure by the word that replies and the documentation say", async () => {
    expect(
      wordsOf("ErrorKind").filter((word) => !wordsOf("GenerationErrorKind").includes(word)),
    ).toEqual([]);
    const [row] = (await list({ error_kind: "rate_limited" })).data;
    expect(row).toMatchObject({ status: 429, error: { code: "rate_limited" } });
    expect((await list({ error_kind: "bad_request" })).data).toEqual([]);
    for (const unknown of ["rateLimited", "nonsense"])
      expect((await get({ error_kind: unknown })).status).toBe(400);
  });

  it("shows an ordinary key its own requests, and nothing else exists for it", async () => {
    const { data } = await list({}, gateway.own.ordinary);
    const id = await idOf(gateway.own.ordinary);
    expect(data.map((row) => row.api_key_id)).toEqual([id, id, id]);
    expect(await list({ api_key_hash: String(id) }, gateway.own.ordinary)).toMatchObject({ data });
    const foreign = await get({ api_key_hash: hashKey(other) }, gateway.own.ordinary);
    expect(foreign.status).toBe(404);
    expect((await get({ workspace_id: neighbour }, gateway.own.ordinary)).status).toBe(404);
    expect((await get({ include: "content" }, gateway.own.ordinary)).status).toBe(401);
  });

  it("goes on at the cursor, and its link is the same page", async () => {
    const all = (await list()).data.map(({ id }) => id);
    const first = await list({ limit: "2" });
    const second = await list({ limit: "2", cursor: first.next_cursor ?? "" });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(all.slice(0, 4));
    const linked = await fetch(`${gateway.url}${first.links.next}`, {
      headers: { authorization: `Bearer ${gateway.own.management}` },
    });
    expect(await linked.json()).toEqual(second);
    expect((await get({ cursor: "abc" })).status).toBe(400);
  });

  it("filters by what a request says of itself, a long name too", async () => {
    expect((await list({ end_user: "x".repeat(300) })).data).toHaveLength(1);
    expect((await list({ operation: "embeddings", failed: "false" })).data).toHaveLength(4);
    expect((await list({ api_key_hash: hashKey(other) })).data).toHaveLength(2);
    expect((await list({ model: "sandbox/embed", min_cost: "1" })).data).toHaveLength(0);
    expect((await list({ to: "2026-01-01T00:00:00Z" })).data).toHaveLength(0);
  });

  it("includes the content that the workspace has logged, and only if asked", async () => {
    expect((await list()).data.map(({ content }) => content)).toEqual(Array(5).fill(null));
    await eventually(async () => {
      const { data } = await list({ include: "content", api_key_hash: hashKey(other) });
      const [, row] = data;
      expect(row?.content?.request).toContain('"other"');
      expect(row?.content?.reply).toContain('"embedding"');
    });
  });

  it("shows nothing of another organisation", async () => {
    const foreigner = await gateway.addTenant();
    expect((await list({}, foreigner.management)).data).toEqual([]);
    const key = await get({ api_key_hash: hashKey(other) }, foreigner.management);
    expect(key.status).toBe(404);
  });

  it("divides the time of a stream at its first byte", async () => {
    const key = await gateway.own.addKey();
    const reply = await ask("/responses", key, {
      model: "sandbox/text",
      input: "Hi",
      stream: true,
    });
    await reply.text();
    const [row] = (await list({}, key)).data;
    const booked = await gateway.store.activity.generation(
      gateway.own.organisationId,
      row?.id ?? "",
    );
    expect(row?.latency).toBe(booked?.firstTokenMs);
    expect((row?.latency ?? 0) + (row?.generation_time ?? 0)).toBe(booked?.latencyMs);
    const [embedding] = (await list({ operation: "embeddings" })).data;
    expect(embedding?.generation_time).toBe(0);
  });
});
