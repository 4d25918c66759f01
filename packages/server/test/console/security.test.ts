import { Writable } from "node:stream";
import { operations } from "@portico/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rawSql } from "../store/raw-sql.ts";
import { bearer, jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type BrowserReply, cookieOf, ownPage, sendAs, sessionWith, signIn } from "./browser.ts";
import { signInPerson, withPeople } from "./person.ts";

const logged: string[] = [];
const logStream = new Writable({
  write(chunk, _, done) {
    logged.push(String(chunk));
    done();
  },
});

describe("the security of sessions", () => {
  let gateway: TestGateway;
  let origin: string;
  beforeAll(async () => {
    gateway = await startTestGateway({
      ...{ logStream, yaml: `cors: { origins: ['*'] }\n${withPeople}` },
    });
    origin = new URL(gateway.url).origin;
  });
  afterAll(() => gateway[Symbol.asyncDispose]());

  const begin = (headers: Readonly<Record<string, string>>, key = gateway.own.ordinary) =>
    sendAs(`${gateway.api}/session`, { method: "POST", headers, body: { key } });
  const ask = (headers: Readonly<Record<string, string>>, method = "GET", path = "/session") =>
    sendAs(`${gateway.api}${path}`, { method, headers });

  describe("fixation", () => {
    it("a token that is sent with the sign-in is not kept, and its session ends", async () => {
      const planted = await signIn(gateway.api, await gateway.own.addKey());
      const reply = await begin({ ...ownPage, cookie: planted.cookie });
      expect(reply.status).toBe(201);
      expect(cookieOf(reply)).not.toBe(planted.cookie);
      expect((await planted.send("getSession")).status).toBe(401);
      expect((await ask({ ...ownPage, cookie: cookieOf(reply) })).status).toBe(200);
    });

    it("a token that the gateway has not made is not taken over", async () => {
      const cookie = `portico-session=${"A".repeat(43)}`;
      const reply = await begin({ ...ownPage, cookie });
      expect(cookieOf(reply)).not.toBe(cookie);
      expect((await ask({ ...ownPage, cookie })).status).toBe(401);
    });

    it("each sign-in has another token", async () => {
      const replies = await Promise.all([begin(ownPage), begin(ownPage), begin(ownPage)]);
      expect(new Set(replies.map(cookieOf)).size).toBe(3);
    });
  });

  describe("forged requests", () => {
    const methods = [...new Set(Object.values(operations).map(({ method }) => method))];
    /** An operation of each method that a management key may call, and that changes nothing here. */
    const paths: Readonly<Record<string, string>> = {
      get: "/keys",
      post: "/workspaces",
      patch: "/workspaces/default",
      delete: "/sessions",
      put: "/configuration",
    };
    const forged = (): readonly Readonly<Record<string, string>>[] => [
      {},
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "" },
      { "sec-fetch-site": "cross-site", origin, referer: `${origin}/console` },
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `${origin}.evil.example` },
      { origin: "https://evil.example", referer: `${origin}/console` },
      { referer: "https://evil.example/" },
      { referer: `https://evil.example/?${origin}` },
      { referer: `${origin}@evil.example/` },
      { referer: "no address" },
    ];

    it.each(methods)(
      "are refused where the cookie comes with a %s from elsewhere",
      async (method) => {
        const session = await signIn(gateway.api, gateway.own.management);
        const path = paths[method] ?? "";
        for (const headers of forged()) {
          const reply = await ask(
            { ...headers, cookie: session.cookie, "content-length": "0" },
            method.toUpperCase(),
            path,
          );
          expect(reply.status, JSON.stringify(headers)).toBe(401);
        }
        expect((await session.send("getSession")).status, "nothing has ended it").toBe(200);
      },
    );

    it("of simple forms are refused, with any type of content", async () => {
      const session = await signIn(gateway.api, gateway.own.management);
      const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"];
      for (const type of types) {
        const reply = await sendAs(`${gateway.api}/workspaces`, {
          method: "POST",
          headers: { cookie: session.cookie, "content-type": type, origin: "https://evil.example" },
          raw: '{"name":"forged"}',
        });
        expect(reply.status).toBe(401);
      }
    });

    it("are told from requests of the gateway's own pages, also where a browser sends less", async () => {
      const { cookie } = await signIn(gateway.api, gateway.own.ordinary);
      for (const own of [ownPage, { origin }, { referer: `${origin}/console/keys?page=2` }])
        expect((await ask({ ...own, cookie })).status, JSON.stringify(own)).toBe(200);
    });

    it("cannot sign a browser in to an attacker's key", async () => {
      for (const headers of forged().slice(1)) {
        const reply = await begin(headers);
        expect([reply.status, reply.setCookie], JSON.stringify(headers)).toEqual([403, []]);
      }
      const asForm = await sendAs(`${gateway.api}/session`, {
        method: "POST",
        headers: { "content-type": "text/plain" },
        raw: JSON.stringify({ key: gateway.own.ordinary }),
      });
      expect([asForm.status, asForm.setCookie]).toEqual([415, []]);
    });

    it("get no leave by CORS to use a cookie, although pages of any origin may send keys", async () => {
      const { cookie } = await signIn(gateway.api, gateway.own.management);
      const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
      const preflight = await ask(
        {
          ...foreign,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        },
        "OPTIONS",
        "/workspaces",
      );
      const read = await ask({ ...foreign, cookie }, "GET", "/keys");
      for (const { headers } of [preflight, read]) {
        expect(headers["access-control-allow-origin"]).toBe("*");
        expect(headers["access-control-allow-credentials"]).toBeUndefined();
      }
      expect(read.status).toBe(401);
    });
  });

  describe("the cookie", () => {
    const flags = (reply: BrowserReply) => reply.setCookie[0]?.split("; ").slice(1);

    it("by http cannot be read by scripts, and is not sent from other sites", async () => {
      const reply = await begin(ownPage);
      expect(cookieOf(reply)).toMatch(/^portico-session=[\w-]{43}$/);
      expect(flags(reply)).toEqual(["Max-Age=43200", "Path=/", "HttpOnly", "SameSite=Strict"]);
    });

    it("takes https from a proxy's headers only where the operator trusts them", async () => {
      const forwarded = {
        ...ownPage,
        "x-forwarded-proto": "https",
        "x-forwarded-host": "g.example",
      };
      expect(cookieOf(await begin(forwarded))).toMatch(/^portico-session=/);
      const behind = await gateway.another({ yaml: "proxy: { trust_forwarded_headers: true }" });
      const reply = await sendAs(`${behind.api}/session`, {
        ...{ method: "POST", headers: forwarded, body: { key: gateway.own.ordinary } },
      });
      expect(cookieOf(reply)).toMatch(/^__Host-portico-session=[\w-]{43}$/);
      expect(flags(reply)).toEqual([
        ...["Max-Age=43200", "Path=/", "HttpOnly", "SameSite=Strict", "Secure"],
      ]);
      const cookie = cookieOf(reply);
      const asked = (headers: Readonly<Record<string, string>>) =>
        sendAs(`${behind.api}/session`, { headers: { ...forwarded, ...headers } });
      expect((await asked({ cookie })).status).toBe(200);
      // Another page of the domain could set this one.
      expect((await asked({ cookie: cookie.replace("__Host-", "") })).status).toBe(401);
      await behind.close();
    });

    it("is refused where there are two, one of which another page has set", async () => {
      const [one, other] = [
        await signIn(gateway.api, gateway.own.ordinary),
        await signIn(gateway.api, gateway.own.ordinary),
      ];
      const cookie = `${one.cookie}; theme=dark; ${other.cookie}`;
      expect((await ask({ ...ownPage, cookie })).status).toBe(401);
      const twice = `theme=dark; ${one.cookie}; ${one.cookie}`;
      expect((await ask({ ...ownPage, cookie: twice })).status).toBe(200);
    });

    it("does not count beside a key, and a key that is wrong is not replaced by it", async () => {
      const session = await signIn(gateway.api, gateway.own.management);
      const { cookie } = session;
      const both = await ask({ ...ownPage, ...bearer(gateway.own.ordinary), cookie });
      expect(JSON.parse(both.text).data).toMatchObject({ id: null, role: "holder" });
      for (const wrong of [
        bearer("ptc_wrong"),
        { authorization: "" },
        { "x-api-key": "ptc_wrong" },
      ])
        expect((await ask({ ...ownPage, ...wrong, cookie })).status).toBe(401);
    });

    it("is read by its whole name", async () => {
      const { cookie } = await signIn(gateway.api, gateway.own.ordinary);
      for (const wrong of [`x${cookie}`, cookie.replace("=", "x="), cookie.slice(0, -1)])
        expect((await ask({ ...ownPage, cookie: wrong })).status).toBe(401);
    });
  });

  describe("the token", () => {
    it("stands in no log, list, event or error, and in the store as a hash alone", async () => {
      const session = await signInPerson(gateway, { role: "admin" });
      const key = await signIn(gateway.api, gateway.own.management);
      const texts = [
        (await session.send("getSession")).text,
        (await session.send("listSessions", { query: { limit: "1000" } })).text,
        (await session.send("listAuditEvents", { query: { limit: "1000" } })).text,
        (await session.send("getBudget", { params: { id: "x" } })).text,
      ];
      await session.send("deleteSession");
      texts.push((await session.send("getSession")).text);
      await expect.poll(() => logged.join("")).toContain("deleteSession");
      texts.push(logged.join(""), JSON.stringify(await everyCell()));
      const tokens = [session, key].map(({ cookie }) => cookie.split("=")[1] ?? "none");
      for (const secret of [...tokens, gateway.own.management])
        for (const text of texts) expect(text).not.toContain(secret);
    });

    const everyCell = async () => [
      await rawSql(gateway.place, "select * from console_sessions"),
      await rawSql(gateway.place, "select * from audit_events"),
    ];
  });

  describe("guessing", () => {
    it("is bounded by address, and a right key waits as well", async () => {
      const other = await gateway.another({ yaml: "proxy: { trusted_proxies: [127.0.0.1] }" });
      const from = (address: string, key: string) =>
        sendAs(`${other.api}/session`, {
          method: "POST",
          headers: { "x-forwarded-for": address },
          body: { key },
        });
      for (let nth = 0; nth < 10; nth += 1)
        expect((await from("203.0.113.7", "ptc_guess")).status).toBe(401);
      const bounded = await from("203.0.113.7", gateway.own.ordinary);
      expect(bounded.status).toBe(429);
      expect(Number(bounded.headers["retry-after"])).toBeGreaterThan(0);
      expect((await from("203.0.113.8", gateway.own.ordinary)).status).toBe(201);
      await other.close();
    });

    it("does not count sign-ins that succeed", async () => {
      for (let nth = 0; nth < 15; nth += 1) expect((await begin(ownPage)).status).toBe(201);
    });
  });

  it("a body without a key is small, because any caller may send one", async () => {
    const raw = JSON.stringify({ key: "x".repeat(8192) });
    const headers = { ...ownPage, "content-type": "application/json" };
    const reply = await sendAs(`${gateway.api}/session`, { method: "POST", headers, raw });
    expect(reply.status).toBe(413);
  });

  it("a session in a header of its own is not one", async () => {
    const { cookie } = await signIn(gateway.api, gateway.own.ordinary);
    const token = cookie.split("=")[1] ?? "";
    expect((await ask({ ...ownPage, authorization: `Bearer ${token}` })).status).toBe(401);
    const asKey = await sendAs(`${gateway.api}/keys`, { headers: jsonHeaders(token) });
    expect(asKey.status).toBe(401);
    expect(
      (await sessionWith(gateway.api, `portico_session=${token}`, "").send("getSession")).status,
    ).toBe(401);
  });
});
