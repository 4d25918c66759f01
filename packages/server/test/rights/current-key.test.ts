import type { Schema } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../../src/secrets/key-format.ts";
import { actorIn } from "../store/actor-in.ts";
import { engines } from "../store/engines.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

const usd = 1_000_000_000;
const yaml = "credits: { enforce: true, grants: management }\n";

describe.each(engines)("GET /key on $engine", (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ engine, yaml });
    await fetch(`${gateway.api}/credits`, {
      method: "POST",
      headers: jsonHeaders(gateway.own.management),
      body: JSON.stringify({ amount: 50 }),
    });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const current = async (key: string, path = "/key"): Promise<Schema<"CurrentKey">> => {
    const response = await fetch(gateway.api + path, { headers: jsonHeaders(key) });
    expect(response.status).toBe(200);
    return ((await response.json()) as Schema<"CurrentKeyReply">).data;
  };
  const ask = async (key: string, body: object = {}) => {
    const response = await fetch(`${gateway.api}/embeddings`, {
      method: "POST",
      headers: jsonHeaders(key),
      body: JSON.stringify({ model: "sandbox/embed", input: "one two three", ...body }),
    });
    return (await response.json()) as { id: string; usage: { cost: number } };
  };

  it("a key reads its limits, rights and rates, also at the older path", async () => {
    const rights = { allowedModels: ["sandbox/*"], maxRequestsInFlight: 3 };
    const key = await gateway.own.addKey({
      ...{ ...rights, limitNanousd: 2 * usd, limitReset: "weekly" },
      ...{ requestsPerMinute: 60, tokensPerMinute: 6000, name: "mine" },
    });
    const read = await current(key);
    expect(read).toMatchObject({
      ...{ name: "mine", kind: "ordinary", is_management_key: false, limit: 2, limit_remaining: 2 },
      ...{ held: 0, usage: 0, allowed_models: ["sandbox/*"], scope: "all" },
      ...{ rate_limit: { requests: 60 }, expires_at: null, secret_expires_at: null },
      rates: {
        requests: { limit: 60, remaining: 60 },
        tokens: { limit: 6000, remaining: 6000 },
        requests_in_flight: { limit: 3, current: 0 },
      },
    });
    expect(new Date(read.limit_resets_at ?? "").getUTCDay(), "a Monday").toBe(1);
    const { rates: _, ...same } = await current(key, "/auth/key");
    expect(read).toMatchObject(same);
  });

  it.each(["/key", "/auth/key"])("%s has no other method, and says which it has", async (path) => {
    const reply = await fetch(gateway.api + path, { method: "DELETE" });
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("what was spent and what is left of the rates shows at once, on every node", async () => {
    const node = await gateway.another();
    const key = await gateway.own.addKey({ limitNanousd: usd, requestsPerMinute: 2 });
    const { usage } = await ask(key);
    const response = await fetch(`${node.api}/key`, { headers: jsonHeaders(key) });
    const { data } = (await response.json()) as Schema<"CurrentKeyReply">;
    expect(usage.cost).toBeGreaterThan(0);
    expect(data).toMatchObject({
      ...{ usage: usage.cost, usage_daily: usage.cost, usage_monthly: usage.cost, held: 0 },
      rates: { requests: { limit: 2, remaining: 1 } },
    });
    expect(data.limit_remaining).toBeCloseTo(1 - usage.cost, 9);
  });

  it("what is held for a request under way is named, and is not left", async () => {
    const key = await gateway.own.addKey({ limitNanousd: usd });
    const stream = await fetch(`${gateway.api}/responses`, {
      method: "POST",
      headers: jsonHeaders(key),
      body: JSON.stringify({
        model: "sandbox/slow",
        input: "a",
        stream: true,
        max_output_tokens: 500,
      }),
    });
    const { held, limit_remaining: left, usage } = await current(key);
    expect(held).toBeGreaterThan(0);
    expect([usage, left]).toEqual([0, expect.closeTo(1 - held, 9)]);
    await stream.body?.cancel();
  });

  it("the budget that binds next comes first, and the organisation's credits have no amounts", async () => {
    const { organisationId } = gateway.own;
    const actor = actorIn(organisationId);
    const key = await gateway.own.addKey({ limitNanousd: 40 * usd });
    const sources = async (query = "") =>
      (await current(key, `/key${query}`)).budgets.map(
        ({ limit_source: source, binds_next: binds }) => `${source}${binds ? " next" : ""}`,
      );
    expect(await sources()).toEqual(["key_limit next", "credits"]);
    const { workspaceId } = gateway.own;
    const budget = {
      ...{ workspaceId, limitReset: null, raiseNanousd: null, raiseUntilMs: null },
      createdBy: null,
    };
    const made = [
      await gateway.store.budgets.create(actor, {
        ...{ ...budget, scope: "workspace", endUser: null, name: "team", limitNanousd: 45 * usd },
      }),
      await gateway.store.budgets.create(actor, {
        ...{ ...budget, scope: "endUser", endUser: "alice", name: "alice", limitNanousd: usd },
      }),
    ];
    expect(await sources()).toEqual(["key_limit next", "workspace_budget", "credits"]);
    expect(await sources("?user=alice")).toEqual([
      ...["end_user_budget next", "key_limit", "workspace_budget", "credits"],
    ]);
    await gateway.store.keys.update(actor, hashKey(key), { limitNanousd: null });
    const { budgets } = await current(key);
    expect(budgets[0]).toMatchObject({ name: "team", limit: 45, budget_id: made[0]?.id });
    expect(budgets[1]).toMatchObject({
      ...{ limit_source: "credits", limit: null, spent: null, held: null, remaining: null },
      is_exhausted: false,
    });
    await gateway.store.budgets.update(actor, made[0]?.id ?? "", { limitNanousd: 60 * usd });
    expect(await sources()).toEqual(["credits next", "workspace_budget"]);
    for (const { id } of made) await gateway.store.budgets.delete(actor, id);
  });

  it("a management key reads itself, with its scope and without budgets", async () => {
    const key = await gateway.own.addKey({ kind: "management", scope: "spend" });
    expect(await current(key)).toMatchObject({
      ...{ kind: "management", is_management_key: true, is_provisioning_key: true },
      ...{ scope: "spend", budgets: [] },
    });
  });

  it("an earlier secret reads when it ends", async () => {
    const key = await gateway.own.addKey();
    const rotated = await gateway.store.keys.rotate(
      actorIn(gateway.own.organisationId),
      hashKey(key),
      { hash: "e".repeat(64), label: "ptc_new…wxyz", overlapMs: 60_000 },
    );
    const ends = new Date(rotated?.previousSecretExpiresAtMs ?? 0).toISOString();
    expect((await current(key)).secret_expires_at).toBe(ends);
  });

  it("requests with a credential of the workspace count as BYOK use, not as spending", async () => {
    const { workspaceId } = await gateway.own.neighbour();
    const key = await gateway.own.addKey({ workspaceId });
    const made = await fetch(`${gateway.api}/byok`, {
      method: "POST",
      headers: jsonHeaders(gateway.own.management),
      body: JSON.stringify({
        provider: "sandbox",
        secret: "s".repeat(20),
        workspace_id: workspaceId,
      }),
    });
    expect(made.status).toBe(201);
    await ask(key);
    const read = await current(key);
    expect(read.usage).toBe(0);
    expect(read.byok_usage).toBeGreaterThan(0);
    const { byok_usage: all } = read;
    expect([read.byok_usage_daily, read.byok_usage_weekly, read.byok_usage_monthly]).toEqual([
      ...[all, all, all],
    ]);
  });

  it("a generation is there for the key that made it, and for no other of its workspace", async () => {
    const [mine, other] = [await gateway.own.addKey(), await gateway.own.addKey()];
    const { id } = await ask(mine);
    const read = (key: string) =>
      fetch(`${gateway.api}/generation?id=${id}`, { headers: jsonHeaders(key) });
    const own = await read(mine);
    expect([own.status, await own.json()]).toMatchObject([200, { data: { id } }]);
    expect((await read(other)).status).toBe(404);
    expect((await read(gateway.own.management)).status).toBe(200);
    const foreign = await gateway.addTenant();
    expect((await read(foreign.ordinary)).status).toBe(404);
  });
});
