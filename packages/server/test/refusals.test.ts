import { setTimeout as sleep } from "node:timers/promises";
import type { Output } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hashKey } from "../src/secrets/key-format.ts";
import { actorIn } from "./store/actor-in.ts";
import { engines } from "./store/engines.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "./support/gateway.ts";

type List = Output<"listRefusals">;

describe.each(engines)("refused requests on $engine", (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ engine });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  async function ask(key: string, body: object, api = gateway.api): Promise<number> {
    const response = await fetch(`${api}/responses`, {
      method: "POST",
      headers: jsonHeaders(key),
      body: JSON.stringify({ model: "sandbox/text", input: "Hi", ...body }),
    });
    await response.text();
    return response.status;
  }
  const get = (path: string, key = gateway.own.management) =>
    fetch(`${gateway.api}${path}`, { headers: { authorization: `Bearer ${key}` } });
  async function list(query = "", key?: string): Promise<List> {
    const response = await get(`/refusals?${query}`, key);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text);
  }
  const idOf = async (key: string) =>
    (await gateway.store.keys.get(gateway.own.organisationId, hashKey(key)))?.id ?? 0;

  it("are listed once at a time for each caller", async () => {
    const { refusals } = gateway.store;
    const read = refusals.list;
    let underWay = 0;
    let most = 0;
    const spy = vi.spyOn(refusals, "list").mockImplementation(async (...given) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(20);
      underWay -= 1;
      return await read(...given);
    });
    await Promise.all([list(), list(), list()]);
    expect(spy).toHaveBeenCalledTimes(3);
    expect(most).toBe(1);
    spy.mockRestore();
  });

  it("are counted by key, model and reason, each with the sentence of the last", async () => {
    const key = await gateway.own.addKey({ name: "typist", requestsPerMinute: 6 });
    expect(await ask(key, {})).toBe(200);
    for (const text of ["1", "2"])
      expect(await ask(key, { model: "sandbox/txt", input: text })).toBe(404);
    expect(await ask(key, { temperature: 99 })).toBe(400);
    let status = 0;
    while (status !== 429) status = await ask(key, {});
    const id = await idOf(key);
    const { data, totals, total_count } = await list(`api_key_hash=${id}`);
    expect(total_count).toBe(3);
    expect(totals).toEqual({
      refused_requests: 4,
      refused_by_reason: { model_not_found: 2, bad_request: 1, rate_limited: 1 },
    });
    expect(data.find(({ reason }) => reason === "model_not_found")).toMatchObject({
      ...{ api_key_id: id, api_key_name: "typist", model: "sandbox/txt", status: 404, requests: 2 },
      workspace_id: gateway.own.workspaceId,
      last_operation: "createResponse",
      last_message: expect.stringContaining("sandbox/text"),
    });
    expect(data.find(({ reason }) => reason === "bad_request")).toMatchObject({
      model: "sandbox/text",
      last_message: expect.stringContaining("temperature"),
    });
    const only = await list(`api_key_hash=${id}&reason=rate_limited&model=sandbox/text`);
    expect(only.data.map(({ status }) => status)).toEqual([429]);
    expect((await get("/refusals?reason=rateLimited")).status).toBe(400);
  });

  it("with a limit that is used up and with a key that is disabled or revoked are the key's", async () => {
    const poor = await gateway.own.addKey({ limitNanousd: 1000 });
    expect(await ask(poor, { model: "sandbox/text" })).toBe(402);
    const disabled = await gateway.own.addKey();
    const actor = actorIn(gateway.own.organisationId);
    await gateway.store.keys.update(actor, hashKey(disabled), { disabled: true });
    expect(await ask(disabled, {})).toBe(401);
    const revoked = await gateway.own.addKey();
    const id = await idOf(revoked);
    await gateway.store.keys.delete(actor, hashKey(revoked));
    expect(await ask(revoked, {})).toBe(401);
    const all = (await list("limit=1000")).data;
    const reasonOf = (keyId: number) => all.find((row) => row.api_key_id === keyId)?.reason;
    expect(reasonOf(await idOf(poor))).toBe("out_of_credits");
    expect(reasonOf(await idOf(disabled))).toBe("unauthenticated");
    expect(reasonOf(id)).toBe("unauthenticated");
  });

  it("name the key or the budget that is changed to let such a request pass", async () => {
    const subjectOf = async (key: string) =>
      (await list(`api_key_hash=${await idOf(key)}`)).data.map((row) => row.last_subject);
    const poor = await gateway.own.addKey({ limitNanousd: 1000 });
    expect(await ask(poor, {})).toBe(402);
    expect(await subjectOf(poor)).toEqual([`key:${await idOf(poor)}`]);
    const response = await fetch(`${gateway.api}/budgets`, {
      method: "POST",
      headers: jsonHeaders(gateway.own.management),
      body: JSON.stringify({ scope: "end_user", limit: 0.000001 }),
    });
    const { data: budget }: Output<"createBudget"> = JSON.parse(await response.text());
    const bounded = await gateway.own.addKey();
    expect(await ask(bounded, { user: "ada" })).toBe(402);
    expect(await subjectOf(bounded)).toEqual([`budget:${budget.id}:ada`]);
    await gateway.store.budgets.delete(actorIn(gateway.own.organisationId), budget.id);
    expect(await ask(bounded, { model: "sandbox/unknown" })).toBe(404);
    expect(await subjectOf(bounded)).toEqual([null, `budget:${budget.id}:ada`]);
  });

  it("are shown to an ordinary key as far as they are its own, and to no other organisation", async () => {
    const key = await gateway.own.addKey();
    const other = await gateway.own.addKey();
    for (const each of [key, other]) expect(await ask(each, { model: "sandbox/no" })).toBe(404);
    const id = await idOf(key);
    expect((await list("", key)).data.map((row) => row.api_key_id)).toEqual([id]);
    expect((await get(`/refusals?api_key_hash=${await idOf(other)}`, key)).status).toBe(404);
    const foreigner = await gateway.addTenant();
    expect(await list("", foreigner.management)).toMatchObject({ data: [], total_count: 0 });
    expect((await get(`/refusals?api_key_hash=${id}`, foreigner.management)).status).toBe(404);
  });

  it("have so many rows as models, however many names a caller makes up", async () => {
    const key = await gateway.own.addKey();
    for (let index = 0; index < 25; index += 1) await ask(key, { model: `made/up-${index}` });
    const { data, totals } = await list(`api_key_hash=${await idOf(key)}`);
    expect(data).toHaveLength(21);
    expect(totals.refused_requests).toBe(25);
    expect(data.find(({ model }) => model === null)?.requests).toBe(5);
  });

  it("of several processes are added up, and are in the totals of activity", async () => {
    const key = await gateway.own.addKey();
    const another = await gateway.another();
    for (const api of [gateway.api, another.api, another.api])
      expect(await ask(key, { model: "sandbox/gone" }, api)).toBe(404);
    await another.close();
    const id = await idOf(key);
    const rows = (await list(`api_key_hash=${id}`)).data;
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(3);
    const activity = async (query: string): Promise<Output<"listActivity">> =>
      JSON.parse(await (await get(`/activity?api_key_hash=${id}${query}`)).text());
    expect((await activity("")).totals).toMatchObject({
      requests: 0,
      refused_requests: 3,
      refused_by_reason: { model_not_found: 3 },
    });
    const filtered = await activity("&provider=sandbox");
    expect(filtered.totals).toMatchObject({ refused_requests: 0, refused_by_reason: {} });
  });

  it("are counted in the metrics by operation and reason, also without a key that is known", async () => {
    expect(await ask("ptc_unknown", {})).toBe(401);
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(text).toMatch(
      /portico_refused_total\{operation="createResponse",reason="unauthenticated"\} \d/,
    );
  });

  it("do not contain what is booked, or a caller who has left", async () => {
    const key = await gateway.own.addKey();
    expect(await ask(key, { model: "sandbox/fail-429" })).toBe(429);
    expect((await list("", key)).data).toEqual([]);
  });
});
