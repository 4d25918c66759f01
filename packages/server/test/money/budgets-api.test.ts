import type { Schema } from "@portico/contract";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../../src/secrets/key-format.ts";
import { admitRequest } from "../store/records.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

const model = "sandbox/text";

interface Reply {
  readonly data: Schema<"Budget">;
  readonly end_users?: Schema<"GetBudgetReply">["end_users"];
  readonly error?: { readonly message: string; readonly metadata?: Record<string, unknown> };
}

describe("budgets over HTTP", inOrder, () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const ask = async (method: string, path: string, body?: object, key = gateway.own.management) => {
    const response = await fetch(gateway.api + path, {
      method,
      headers: jsonHeaders(key),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const reply = (await response.json()) as Reply;
    return { ...reply, status: response.status, retryAfter: response.headers.get("retry-after") };
  };
  const create = async (body: object) => (await ask("POST", "/budgets", body)).data;
  const remove = (id: string) => ask("DELETE", `/budgets/${id}`);
  const respond = (user?: string, change: object = {}) =>
    ask(
      "POST",
      "/responses",
      { model, input: "Hello", ...(user !== undefined && { user }), ...change },
      gateway.own.ordinary,
    );

  it("are made, listed, changed and deleted, each change with its row of the audit log", async () => {
    const made = await create({ limit: 2.5, limit_reset: "monthly" });
    expect(made).toMatchObject({
      ...{ scope: "workspace", end_user: null, name: "Workspace", limit: 2.5, raise: null },
      workspace_id: gateway.own.workspaceId,
      state: { limit: 2.5, spent: 0, held: 0, remaining: 2.5, raise_until: null },
    });
    const { status, data } = await ask("PATCH", `/budgets/${made.id}`, {
      ...{ name: "Team", raise: 1, raise_until: "2126-01-01T00:00:00Z", limit_reset: null },
    });
    expect([status, data]).toMatchObject([
      200,
      { name: "Team", raise: 1, state: { limit: 3.5, resets_at: null } },
    ]);
    expect((await ask("PATCH", `/budgets/${made.id}`, { raise: null })).data).toMatchObject({
      ...{ raise: null, raise_until: null, state: { limit: 2.5 } },
    });
    expect((await ask("GET", `/budgets/${made.id}`)).end_users).toBeNull();
    expect((await ask("GET", "/budgets")).data).toMatchObject([{ id: made.id }]);
    expect(await remove(made.id)).toMatchObject({ status: 200, deleted: true });
    expect(await ask("GET", `/budgets/${made.id}`)).toMatchObject({ status: 404 });
    const events = await ask("GET", `/audit?target_id=${made.id}`);
    expect(events.data).toMatchObject([
      { action: "deleteBudget" },
      { action: "updateBudget", before: { raise: 1 }, after: { raise: null, raise_until: null } },
      { action: "updateBudget", after: { name: "Team", raise: 1, limit_reset: null } },
      { action: "createBudget", target: { type: "budget" } },
    ]);
  });

  it("refuse what contradicts itself", async () => {
    const field = async (body: object) => {
      const { status, error } = await ask("POST", "/budgets", { limit: 1, ...body });
      return [status, error?.metadata?.["field"]];
    };
    expect(await field({ end_user: "a" })).toEqual([400, "end_user"]);
    expect(await field({ raise: 1 })).toEqual([400, "raise_until"]);
    expect(await field({ raise_until: "2126-01-01T00:00:00Z" })).toEqual([400, "raise"]);
    expect(await field({ raise: 1, raise_until: "2020-01-01T00:00:00Z" })).toEqual([
      ...[400, "raise_until"],
    ]);
    const { id } = await create({ limit: 1 });
    expect(await ask("POST", "/budgets", { limit: 1 })).toMatchObject({ status: 409 });
    await remove(id);
    expect(await ask("GET", "/budgets", undefined, gateway.own.ordinary)).toMatchObject({
      status: 401,
    });
  });

  it.each([
    ["/responses", { input: "Hello" }],
    ["/chat/completions", { messages: [{ role: "user", content: "Hello" }] }],
    ["/messages", { max_tokens: 100, messages: [{ role: "user", content: "Hello" }] }],
  ] as const)("%s says which limit refused, how it stands and what helps", async (path, body) => {
    const { id } = await create({ limit: 0.00001, limit_reset: "daily" });
    const request = { model, ...body };
    const { status, error } = await ask("POST", path, request, gateway.own.ordinary);
    expect(status).toBe(402);
    expect(error?.metadata).toMatchObject({
      ...{ of: "workspace", limit_source: "workspace_budget", reason: "too_little_left" },
      ...{ limit: 0.00001, held: 0, remaining: 0.00001 },
      required: expect.any(Number),
      resets_at: expect.stringMatching(/T00:00:00.000Z$/),
      // Less is left than any request holds: a smaller one would not help.
      remedy_hint: "Raise the workspace's budget, or wait until it resets.",
    });
    expect(error?.message).toContain("is left of the workspace's budget");
    await remove(id);
  });

  it("limit each end user by the user of its requests, and list who has spent most", async () => {
    const { id } = await create({ scope: "end_user", limit: 5, limit_reset: "daily" });
    expect(await respond("one")).toMatchObject({ status: 200 });
    expect(await respond("two", { input: "Hello ".repeat(20) })).toMatchObject({ status: 200 });
    const { data, end_users: users } = await ask("GET", `/budgets/${id}?limit=1`);
    expect(data.state).toBeNull();
    expect(users).toMatchObject({ data: [{ end_user: "two", held: 0 }], total_count: 2 });
    expect(users?.links.next).toContain(`/budgets/${id}?limit=1&offset=1`);
    await ask("PATCH", `/budgets/${id}`, { limit: 0.000000001 });
    const refused = await respond("one");
    expect(refused).toMatchObject({
      status: 402,
      error: { metadata: { of: "end_user", limit_source: "end_user_budget", reason: "used_up" } },
    });
    expect(await respond()).toMatchObject({ status: 200 });
    await remove(id);
  });

  it("say when to try again where only requests under way are in the way", async () => {
    const { id, state } = await create({ limit: 1 });
    const left = Math.round((state?.remaining ?? 0) * 1e9);
    const found = await gateway.store.keys.get(
      gateway.own.organisationId,
      hashKey(gateway.own.ordinary),
    );
    if (found === null) throw new Error("The key is not there.");
    const hold = admitRequest(found, { minimumNanousd: left, desiredNanousd: left });
    expect(await gateway.store.money.admit([hold])).toMatchObject([{ outcome: "admitted" }]);
    const refused = await respond();
    expect(refused).toMatchObject({
      status: 402,
      retryAfter: "1",
      error: { metadata: { reason: "held_in_flight", held: left / 1e9, remaining: 0 } },
    });
    expect(refused.error?.message).toContain("is held for requests under way");
    await gateway.store.money.cancel([hold]);
    expect(await respond()).toMatchObject({ status: 200 });
    await remove(id);
  });
});
