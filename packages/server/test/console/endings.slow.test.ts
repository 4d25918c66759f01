import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGatewayProcess } from "@portico/test-support/gateway-process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashKey } from "../../src/secrets/key-format.ts";
import { actorIn } from "../store/actor-in.ts";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type BrowserSession, sessionWith, signIn } from "./browser.ts";
import { signInPerson, withPeople } from "./person.ts";

const minuteMs = 60_000;
const removed = "portico-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict";

describe.each(engines)("a session of the console on $engine", (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ engine, yaml: withPeople });
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const statusOf = async (session: BrowserSession) => (await session.send("getSession")).status;
  const actor = () => actorIn(gateway.own.organisationId);
  const setTime = (id: string, column: string, ms: number) =>
    rawSql(gateway.place, `update console_sessions set ${column} = ${ms} where id = '${id}'`);
  const timesOf = async (id: string) => {
    const [row] = await rawSql(gateway.place, `select * from console_sessions where id = '${id}'`);
    return [Number(row?.["last_seen_at_ms"]), Number(row?.["idle_expires_at_ms"])] as const;
  };
  const listedIds = async () => {
    const page = { limit: 1000, offset: 0 };
    const { records } = await gateway.store.sessions.list(gateway.own.organisationId, page);
    return records.map(({ id }) => id);
  };

  const endings: readonly (readonly [string, (hash: string) => Promise<unknown>])[] = [
    ["deleted", (hash) => gateway.store.keys.delete(actor(), hash)],
    ["disabled", (hash) => gateway.store.keys.update(actor(), hash, { disabled: true })],
    ["expired", (hash) => gateway.store.keys.update(actor(), hash, { expiresAtMs: 1 })],
    [
      "given a new secret without an overlap",
      (hash) =>
        gateway.store.keys.rotate(actor(), hash, {
          ...{ hash: hashKey(hash), label: "ptc_…", overlapMs: 0 },
        }),
    ],
  ];

  it.each(endings)("ends as soon as its key is %s, and loses its cookie", async (_, change) => {
    const key = await gateway.own.addKey();
    const session = await signIn(gateway.api, key);
    expect(await statusOf(session)).toBe(200);
    await change(hashKey(key));
    const refused = await session.send("getSession");
    expect([refused.status, refused.setCookie]).toEqual([401, [removed]]);
    expect(await listedIds()).not.toContain(session.id);
  });

  it("ends with the overlap of the secret that it was begun with", async () => {
    const key = await gateway.own.addKey();
    const session = await signIn(gateway.api, key);
    const next = { hash: hashKey(`next ${key}`), label: "ptc_…", overlapMs: minuteMs };
    await gateway.store.keys.rotate(actor(), hashKey(key), next);
    expect(await statusOf(session)).toBe(200);
    expect(await listedIds()).toContain(session.id);
    const hash = hashKey(key);
    await rawSql(gateway.place, `update key_secrets set until_ms = 1 where hash = '${hash}'`);
    expect(await statusOf(session)).toBe(401);
    expect(await listedIds()).not.toContain(session.id);
  });

  it("has the rights that its key has now", async () => {
    const key = await gateway.own.addKey({ kind: "management" });
    const session = await signIn(gateway.api, key);
    const createOne = () => session.send("createApiKey", { body: { name: "n" } });
    expect((await createOne()).status).toBe(201);
    await gateway.store.keys.update(actor(), hashKey(key), { scope: "read_only" });
    expect((await createOne()).status).toBe(403);
    await gateway.store.keys.update(actor(), hashKey(key), { allowedNetworks: ["192.0.2.0/24"] });
    expect(await statusOf(session)).toBe(403);
  });

  it("keeps its cookie where another page, or a request with a key, is refused", async () => {
    const session = await signIn(gateway.api, gateway.own.ordinary);
    await session.send("revokeSession", { params: { id: session.id } });
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { authorization: `Bearer ${gateway.own.ordinary}x` },
    ]) {
      const refused = await session.send("getSession", { headers });
      expect([refused.status, refused.setCookie]).toEqual([401, []]);
    }
    const wrongKind = await signIn(gateway.api, gateway.own.ordinary);
    const refused = await wrongKind.send("listWorkspaces");
    expect([refused.status, refused.setCookie]).toEqual([401, []]);
    expect(await statusOf(wrongKind)).toBe(200);
  });

  it("ends after its whole time, however much it is used", async () => {
    const session = await signIn(gateway.api, gateway.own.ordinary);
    await setTime(session.id, "expires_at_ms", Date.now() - 1);
    expect(await statusOf(session)).toBe(401);
    expect(await listedIds()).not.toContain(session.id);
  });

  it("ends without use, which each use puts off, by one write a minute at most", async () => {
    const session = await signInPerson(gateway, { role: "viewer" });
    const justNow = Date.now() - minuteMs / 2;
    await setTime(session.id, "last_seen_at_ms", justNow);
    const [, idleEnd] = await timesOf(session.id);
    expect(await statusOf(session)).toBe(200);
    expect(await timesOf(session.id)).toEqual([justNow, idleEnd]);
    await setTime(session.id, "last_seen_at_ms", Date.now() - minuteMs);
    await setTime(session.id, "idle_expires_at_ms", Date.now() + minuteMs);
    expect(await statusOf(session)).toBe(200);
    const [lastSeen, later] = await timesOf(session.id);
    expect(lastSeen).toBeGreaterThan(justNow);
    expect(later).toBeGreaterThan(Date.now() + 100 * minuteMs);
    await setTime(session.id, "idle_expires_at_ms", Date.now() - 1);
    expect(await statusOf(session)).toBe(401);
    expect(await listedIds()).not.toContain(session.id);
  });

  it("is removed by the retention once it has ended, and not before", async () => {
    const [ended, live] = [await signInPerson(gateway), await signInPerson(gateway)];
    await setTime(ended.id, "idle_expires_at_ms", Date.now() - 1);
    expect(await gateway.store.sessions.prune(Date.now())).toBeGreaterThan(0);
    const rows = await rawSql(gateway.place, "select id from console_sessions");
    const ids = rows.map(({ id }) => id);
    expect(ids).toContain(live.id);
    expect(ids).not.toContain(ended.id);
  });

  it("that was ended on one node is refused by the next request on another", async () => {
    const key = await gateway.own.addKey();
    const [one, other] = [await signIn(gateway.api, key), await signIn(gateway.api, key)];
    const node = await gateway.another();
    const there = sessionWith(node.api, one.cookie, one.id);
    for (let nth = 0; nth < 3; nth += 1) expect(await statusOf(there)).toBe(200);
    await one.send("deleteSession");
    expect(await statusOf(there)).toBe(401);
    const everywhere = sessionWith(node.api, other.cookie, other.id);
    expect(await statusOf(everywhere)).toBe(200);
    await other.send("revokeSessions");
    const refused = await everywhere.send("getSession");
    expect([refused.status, refused.setCookie]).toEqual([401, [removed]]);
    await node.close();
  });

  it("belongs to one organisation: a management key of another neither sees nor ends it", async () => {
    const session = await signIn(gateway.api, gateway.own.ordinary);
    const foreigner = await gateway.addTenant();
    const admin = await signIn(gateway.api, foreigner.management);
    const listed = await admin.send("listSessions", { query: { limit: "1000" } });
    expect(listed.text).not.toContain(session.id);
    expect((await admin.send("revokeSession", { params: { id: session.id } })).status).toBe(404);
    expect((await admin.send("revokeSessions", { query: { all: "true" } })).status).toBe(200);
    expect(await statusOf(session)).toBe(200);
  });
});

it("a session survives kill -9 and a restart, and one that was signed out of stays ended", async () => {
  const folder = await mkdtemp(join(tmpdir(), "portico-sessions-"));
  try {
    const begun: BrowserSession[] = [];
    {
      await using gateway = await startGatewayProcess(folder);
      const { management_key: key } = JSON.parse(
        await readFile(join(folder, "bootstrap.json"), "utf8"),
      );
      const api = `${gateway.url}/api/v1`;
      begun.push(await signIn(api, key), await signIn(api, key));
      expect((await begun[1]?.send("deleteSession"))?.status).toBe(200);
      await gateway.stop("SIGKILL");
    }
    await using gateway = await startGatewayProcess(folder);
    const again = begun.map(({ cookie, id }) => sessionWith(`${gateway.url}/api/v1`, cookie, id));
    const statuses = await Promise.all(
      again.map(async (session) => (await session.send("getSession")).status),
    );
    expect(statuses).toEqual([200, 401]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
