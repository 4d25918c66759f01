import type { Output } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../store/engines.ts";
import { bearer, jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { cookieOf, ownPage, sendAs, sessionWith, signIn } from "./browser.ts";

type Current = Output<"getSession">["data"];
type Listed = Output<"listSessions">;

describe.each(engines)("sessions of the console on $engine", (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ engine });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  it("exchange a management key for a cookie that stands for it", async () => {
    const key = await gateway.own.addKey({ kind: "management", name: "Operations" });
    const session = await signIn(gateway.api, key);
    const current: Current = JSON.parse((await session.send("getSession")).text).data;
    expect(current).toMatchObject({
      id: session.id,
      way: "key",
      role: "admin",
      name: "Operations",
      organization_id: gateway.own.organisationId,
      workspace_id: gateway.own.workspaceId,
      key: { kind: "management", name: "Operations", scope: "all" },
    });
    expect(current.operations).toContain("createApiKey");
    expect(current.operations).not.toContain("createResponse");
    const made = await session.send("createApiKey", { body: { name: "From the console" } });
    expect(made.status, made.text).toBe(201);
  });

  it("offer no grant of credits where only the operator grants", async () => {
    const key = await gateway.own.addKey({ kind: "management" });
    const session = await signIn(gateway.api, key);
    const current: Current = JSON.parse((await session.send("getSession")).text).data;
    expect(current.operations).not.toContain("grantCredits");
    expect((await session.send("grantCredits", { body: { amount: 1 } })).status).toBe(401);
  });

  it("let an ordinary key call models, which it pays", async () => {
    const session = await signIn(gateway.api, await gateway.own.addKey());
    const current: Current = JSON.parse((await session.send("getSession")).text).data;
    expect(current).toMatchObject({ role: "holder", key: { kind: "ordinary" } });
    expect(current.operations).toContain("createEmbeddings");
    expect(current.operations).not.toContain("listApiKeys");
    const embedded = await session.send("createEmbeddings", {
      body: { model: "sandbox/embed", input: "a" },
    });
    expect(embedded.status, embedded.text).toBe(200);
    expect((await session.send("listApiKeys")).status).toBe(401);
  });

  it("say of a key in a header what a session of it would be", async () => {
    const url = `${gateway.api}/session`;
    const reply = await sendAs(url, { headers: bearer(gateway.own.ordinary) });
    expect(JSON.parse(reply.text).data).toMatchObject({
      id: null,
      role: "holder",
      created_at: null,
    });
  });

  it("end when they are signed out of, with their cookie", async () => {
    const session = await signIn(gateway.api, gateway.own.ordinary);
    const out = await session.send("deleteSession");
    expect(out.status, out.text).toBe(200);
    expect(out.setCookie).toEqual([
      "portico-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict",
    ]);
    expect((await session.send("getSession")).status).toBe(401);
  });

  it("are not there for a key in a header, which has nothing to sign out of", async () => {
    const reply = await sendAs(`${gateway.api}/session`, {
      method: "DELETE",
      headers: bearer(gateway.own.ordinary),
    });
    expect(reply.status).toBe(404);
  });

  it("are listed to their own key, and to an admin all of them", async () => {
    const key = await gateway.own.addKey({ name: "Listed" });
    const [one, other] = [await signIn(gateway.api, key), await signIn(gateway.api, key)];
    const admin = await signIn(gateway.api, gateway.own.management);
    const listed = async (session: typeof one): Promise<Listed> =>
      JSON.parse((await session.send("listSessions", { query: { limit: "1000" } })).text);
    const own = await listed(one);
    expect(own.data.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
    expect(own.data.find(({ id }) => id === one.id)).toMatchObject({
      is_current: true,
      name: "Listed",
      role: "holder",
      address: "127.0.0.1",
    });
    const all = await listed(admin);
    expect(all.data.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, admin.id]));
    expect(JSON.stringify(all)).not.toContain(one.cookie.split("=")[1]);
  });

  it("are twenty of one key at the most: the oldest ends, and the audit log says so", async () => {
    const key = await gateway.own.addKey();
    const first = await signIn(gateway.api, key);
    const others = [];
    for (let nth = 1; nth < 20; nth += 1) others.push(await signIn(gateway.api, key));
    expect((await first.send("getSession")).status).toBe(200);
    const last = await signIn(gateway.api, key);
    expect((await first.send("getSession")).status).toBe(401);
    for (const session of [...others, last])
      expect((await session.send("getSession")).status).toBe(200);
    const { text } = await sendAs(`${gateway.api}/audit?limit=3`, {
      headers: jsonHeaders(gateway.own.management),
    });
    expect(JSON.parse(text).data).toContainEqual(
      expect.objectContaining({ target: expect.objectContaining({ id: first.id }), after: null }),
    );
  });

  it("are begun by one key thirty times a minute at the most", async () => {
    const key = await gateway.own.addKey();
    for (let nth = 0; nth < 30; nth += 1) await signIn(gateway.api, key);
    const refused = await sendAs(`${gateway.api}/session`, {
      method: "POST",
      headers: ownPage,
      body: { key },
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    await signIn(gateway.api, await gateway.own.addKey());
  });

  it("are ended one by one: by their own key, and by an admin, but not by another key", async () => {
    const key = await gateway.own.addKey();
    const [one, other] = [await signIn(gateway.api, key), await signIn(gateway.api, key)];
    const stranger = await signIn(gateway.api, await gateway.own.addKey());
    const admin = await signIn(gateway.api, gateway.own.management);
    const end = async (by: typeof one, id: string) =>
      (await by.send("revokeSession", { params: { id } })).status;
    expect(await end(stranger, one.id)).toBe(404);
    expect(await end(other, one.id.toUpperCase())).toBe(200);
    expect(await end(other, one.id)).toBe(404);
    expect((await one.send("getSession")).status).toBe(401);
    expect(await end(admin, other.id)).toBe(200);
    expect((await other.send("getSession")).status).toBe(401);
  });

  it("are ended everywhere at once: one's own, and by an admin everybody's", async () => {
    const key = await gateway.own.addKey();
    const [one, other] = [await signIn(gateway.api, key), await signIn(gateway.api, key)];
    const stranger = await signIn(gateway.api, await gateway.own.addKey());
    const refused = await one.send("revokeSessions", { query: { all: "true" } });
    expect(refused.status, refused.text).toBe(403);
    const own = await one.send("revokeSessions");
    expect(JSON.parse(own.text)).toEqual({ deleted: true, count: 2 });
    const statuses = async () =>
      (await Promise.all([one, other, stranger].map((each) => each.send("getSession")))).map(
        ({ status }) => status,
      );
    expect(await statuses()).toEqual([401, 401, 200]);
    const admin = await signIn(gateway.api, gateway.own.management);
    expect((await admin.send("revokeSessions", { query: { all: "true" } })).status).toBe(200);
    expect(await statuses()).toEqual([401, 401, 401]);
    expect((await admin.send("getSession")).status).toBe(401);
  });

  it("are begun with a key that works, and with no other", async () => {
    const begin = (key: string) =>
      sendAs(`${gateway.api}/session`, { method: "POST", headers: ownPage, body: { key } });
    const expired = await gateway.own.addKey({ expiresAtMs: Date.now() - 1 });
    expect((await begin(expired)).status).toBe(401);
    expect((await begin(`${gateway.own.ordinary}x`)).status).toBe(401);
    const reply = await begin(gateway.own.ordinary);
    expect(reply.status).toBe(201);
    expect((await sessionWith(gateway.api, cookieOf(reply), "").send("getSession")).status).toBe(
      200,
    );
  });

  it("have the ways to sign in listed before there is one", async () => {
    const { text } = await sendAs(`${gateway.api}/session/ways`);
    expect(JSON.parse(text).data).toContainEqual({
      way: "key",
      name: "API key",
      href: null,
      sign_out_href: null,
      is_automatic: false,
    });
  });

  it("are named in the audit log, with their key", async () => {
    const key = await gateway.own.addKey({ kind: "management", name: "Audited" });
    const session = await signIn(gateway.api, key);
    await session.send("createWorkspace", { body: { name: "By session" } });
    await session.send("deleteSession");
    const { text } = await sendAs(`${gateway.api}/audit?limit=3`, {
      headers: jsonHeaders(gateway.own.management),
    });
    const events: Output<"listAuditEvents">["data"] = JSON.parse(text).data;
    expect(events.map(({ action }) => action)).toEqual([
      "deleteSession",
      "createWorkspace",
      "createSession",
    ]);
    for (const { actor } of events)
      expect(actor).toMatchObject({ type: "key", name: "Audited", session_id: session.id });
  });
});
