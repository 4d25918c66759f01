import { type OperationId, type Output, operationIds, operations } from "@portico/contract";
import { inOrder } from "@portico/test-support/in-order";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../src/secrets/key-format.ts";
import { engines } from "./store/engines.ts";
import { rawSql } from "./store/raw-sql.ts";
import { admitRequest } from "./store/records.ts";
import {
  jsonHeaders,
  startTestGateway,
  type TestGateway,
  type TestTenant,
} from "./support/gateway.ts";
import { type Asked, requests, type Things, thingsOf } from "./support/operation-requests.ts";

type Events = Output<"listAuditEvents">;

/** Questions with a body. */
const questions: ReadonlySet<OperationId> = new Set([
  "countMessageTokens",
  "countResponseTokens",
  "planConfiguration",
]);
/** Calls of models are booked in the ledger; everything else that is no question changes what is administered. */
const changes = (id: OperationId) =>
  operations[id].method !== "get" && operations[id].key !== "ordinary" && !questions.has(id);

describe.each(engines)("the audit log over HTTP on $engine", inOrder, (engine) => {
  let gateway: TestGateway;
  let foreigner: TestTenant;
  beforeAll(async () => {
    gateway = await startTestGateway({
      engine,
      yaml: "credits: { grants: management }\nkept_responses: { days: 1 }",
    });
    foreigner = await gateway.addTenant();
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const send = async (id: OperationId, asked: Asked, key: string, requestId = "req-test") => {
    const { method, path } = operations[id];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => asked.params?.[name] ?? "");
    const response = await fetch(`${gateway.api}${filled}?${new URLSearchParams(asked.query)}`, {
      method: method.toUpperCase(),
      headers: { ...jsonHeaders(key), "x-request-id": requestId },
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const events = async (query: Readonly<Record<string, string>> = {}, tenant = gateway.own) => {
    const { status, text } = await send("listAuditEvents", { query }, tenant.management);
    expect(status, text).toBe(200);
    const listed: Events = JSON.parse(text);
    return listed;
  };
  const idOf = async (key: string, { organisationId } = gateway.own) =>
    (await gateway.store.keys.get(organisationId, hashKey(key)))?.id ?? 0;

  /** As thingsOf, with a generation that can be refunded. */
  async function changeable(tenant: TestTenant): Promise<Things> {
    const things = await thingsOf(gateway, tenant);
    const key = await gateway.store.keys.get(tenant.organisationId, things.key);
    if (key === null) throw new Error("The key is not there.");
    const hold = admitRequest(key);
    await gateway.store.money.admit([hold]);
    await gateway.store.money.abandon([hold]);
    return { ...things, generation: hold.generationId };
  }

  const askedOfOwn = async (id: OperationId): Promise<Asked> => {
    if (id === "reportExposedKeys") return { body: { keys: [await gateway.own.addKey()] } };
    const request = requests[id];
    return typeof request === "function" ? request(await changeable(gateway.own)) : request;
  };

  // Their events need a cookie: console/sessions.test.ts.
  const ofCookies: ReadonlySet<OperationId> = new Set(["createSession", "deleteSession"]);
  const ofKeys = operationIds.filter((id) => !ofCookies.has(id));

  it.each(ofKeys)("has exactly one event of %s where it changes something", async (id) => {
    const key = operations[id].key === "ordinary" ? gateway.own.ordinary : gateway.own.management;
    const asked = await askedOfOwn(id);
    const before = await events();
    const { status, text } = await send(id, asked, key, `req-${id}`);
    expect(status, text).toBeLessThan(300);
    const after = await events();
    expect(after.total_count - before.total_count).toBe(changes(id) ? 1 : 0);
    if (!changes(id)) return;
    expect(after.data[0]).toMatchObject({
      action: id,
      actor: { type: "key", key_id: await idOf(key), key_kind: "management", name: "test" },
      client_ip: "127.0.0.1",
      request_id: `req-${id}`,
    });
  });

  it("names an ordinary key that has deleted a credential", async () => {
    const { credential } = await thingsOf(gateway, gateway.own);
    await send("deleteByokCredential", { params: { id: credential } }, gateway.own.ordinary);
    const { data } = await events({ target_type: "byok_credential", target_id: credential });
    expect(data[0]).toMatchObject({
      actor: { key_id: await idOf(gateway.own.ordinary), key_kind: "ordinary" },
      workspace_id: gateway.own.workspaceId,
      before: { provider: "sandbox", disabled: true },
      after: null,
    });
  });

  it("shows of a change the fields that differ, in the interface's units", async () => {
    const hash = hashKey(await gateway.own.addKey({ limitNanousd: 1_000_000_000 }));
    const change = { limit: 2.5, expires_at: "2030-01-01T00:00:00Z", name: "test" };
    await send("updateApiKey", { params: { hash }, body: change }, gateway.own.management);
    expect((await events()).data[0]).toMatchObject({
      target: { type: "api_key" },
      before: { limit: 1, expires_at: null },
      after: { limit: 2.5, expires_at: "2030-01-01T00:00:00.000Z" },
    });
  });

  it("keeps the acting key's name of the time, and its number when it is deleted", async () => {
    const acting = await gateway.own.addKey({ kind: "management", name: "Short-lived" });
    const keyId = await idOf(acting);
    const params = { hash: hashKey(acting) };
    await send("createWorkspace", { body: { name: "Mine" } }, acting);
    await send("updateApiKey", { params, body: { name: "Renamed" } }, gateway.own.management);
    await send("deleteApiKey", { params }, acting);
    const { data } = await events({ actor_key_id: String(keyId) });
    expect(data.map(({ action, actor }) => [action, actor.name])).toEqual([
      ["deleteApiKey", "Renamed"],
      ["createWorkspace", "Short-lived"],
    ]);
  });

  it("has no event of what was refused", async () => {
    const before = await events();
    const { key } = await thingsOf(gateway, foreigner);
    const { management, ordinary } = gateway.own;
    const hash = hashKey(management);
    const refused = [
      await send("deleteApiKey", { params: { hash: key } }, management),
      await send("createApiKey", { body: {} }, management),
      await send("createWorkspace", { body: { name: "x", slug: "default" } }, management),
      await send("deleteWorkspace", { params: { id: "default" } }, management),
      await send("deleteApiKey", { params: { hash } }, ordinary),
      await send("deleteApiKey", { params: { hash } }, management),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 400, 409, 409, 401, 409]);
    expect((await events()).total_count).toBe(before.total_count);
  });

  it("finds events by time, actor, action, target and workspace, page by page", async () => {
    const { id, slug, startMs } = await workspaceOfItsOwn();
    const since = new Date(startMs).toISOString();
    const actions = async (query: Readonly<Record<string, string>>) =>
      (await events(query)).data.map(({ action }) => action);
    const all = ["updateWorkspace", "createApiKey", "createWorkspace"];
    expect(await actions({ workspace_id: slug })).toEqual(all);
    expect(await actions({ workspace_id: id.toUpperCase() })).toEqual(all);
    expect(await actions({ target_id: id })).toEqual(["updateWorkspace", "createWorkspace"]);
    const narrow = { workspace_id: id, from: since };
    expect(await actions({ ...narrow, target_type: "api_key" })).toEqual(["createApiKey"]);
    expect(await actions({ ...narrow, action: "updateWorkspace" })).toEqual(["updateWorkspace"]);
    expect(await actions({ ...narrow, actor_type: "local" })).toEqual([]);
    expect(await actions({ workspace_id: id, to: since })).toEqual([]);
    const page = await events({ workspace_id: id, limit: "2", offset: "1" });
    expect(page.data.map(({ action }) => action)).toEqual(all.slice(1));
    expect([page.total_count, page.links.next]).toEqual([3, null]);
    expect((await events({ workspace_id: id, limit: "2" })).links.next).toBe(
      `/api/v1/audit?workspace_id=${id}&limit=2&offset=2`,
    );
  });

  async function workspaceOfItsOwn() {
    const startMs = Date.now();
    const { management } = gateway.own;
    const slug = `audited-${engine.engine}`;
    const made = await send("createWorkspace", { body: { name: "Audited", slug } }, management);
    const { id } = (JSON.parse(made.text) as Output<"createWorkspace">).data;
    await send("createApiKey", { body: { name: "k", workspace_id: id } }, management);
    await send("updateWorkspace", { params: { id }, body: { description: "d" } }, management);
    return { id, slug, startMs };
  }

  it("finds what happened in a workspace that is gone, by its id", async () => {
    const { workspace } = await thingsOf(gateway, gateway.own);
    await send("deleteWorkspace", { params: { id: workspace } }, gateway.own.management);
    const { data } = await events({ workspace_id: workspace });
    expect(data.map(({ action }) => action)).toEqual([
      ...["deleteWorkspace", "createBudget", "createWorkspace"],
    ]);
  });

  it("shows no event of another organisation, with any filter", async () => {
    const things = await thingsOf(gateway, foreigner);
    const theirs = await events({ workspace_id: things.workspace }, foreigner);
    expect(theirs.data[0]?.actor.key_id).toBe(await idOf(foreigner.management, foreigner));
    const keyId = String(theirs.data[0]?.actor.key_id);
    for (const query of [
      { workspace_id: things.workspace },
      { target_id: things.credential },
      { actor_key_id: keyId },
    ])
      expect(await events(query), JSON.stringify(query)).toMatchObject({
        data: [],
        total_count: 0,
      });
  });

  it("holds no key, no secret, and no part or hash of one", async () => {
    const secret = "sk-canary-0123456789abcdefXYZ";
    const { management } = gateway.own;
    const made = await send("createApiKey", { body: { name: "canary" } }, management);
    const { key, data } = JSON.parse(made.text) as Output<"createApiKey">;
    const byok = await send(
      "createByokCredential",
      { body: { provider: "sandbox", secret: `${secret}-1` } },
      management,
    );
    const { id } = (JSON.parse(byok.text) as Output<"createByokCredential">).data;
    await send("updateByokCredential", { params: { id }, body: { secret } }, management);
    expect((await events({ target_id: id })).data[0]).toMatchObject({
      action: "updateByokCredential",
      before: {},
      after: { secret_replaced: true },
    });
    await send("deleteByokCredential", { params: { id } }, management);
    await send("deleteApiKey", { params: { hash: data.hash } }, management);
    const rows = JSON.stringify(await rawSql(gateway.place, "select * from audit_events"));
    expect(rows).toContain("canary");
    for (const part of [key, data.hash, data.label, key.slice(4, 9), secret, secret.slice(0, 9)])
      expect(rows).not.toContain(part);
  });
});
