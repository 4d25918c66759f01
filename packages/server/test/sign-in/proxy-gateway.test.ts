import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieOf, sendAs, sessionWith } from "../console/browser.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

const yaml = (trusted: string) => `
proxy: { trusted_proxies: ["${trusted}"] }
console: { sign_in: { proxy: { user_header: X-Remote-User, groups_header: X-Remote-Groups,
  roles: { operator: [ops], viewer: [staff] }, sign_out_url: "https://auth.example/out" } } }`;

const ada = { "x-remote-user": "ada@example.com", "x-remote-groups": "ops" };
const bob = { "x-remote-user": "bob@example.com", "x-remote-groups": "ops" };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ yaml: yaml("127.0.0.1") });
});
afterAll(() => gateway[Symbol.asyncDispose]());

type Headers = Readonly<Record<string, string>>;
const begin = (headers: Headers, { url }: Pick<TestGateway, "url"> = gateway) =>
  sendAs(`${url}/console/sign-in/proxy?return_to=/console/keys`, { headers });

async function sessionOf(headers: Headers) {
  const reply = await begin(headers);
  expect(reply.status, reply.text).toBe(200);
  return sessionWith(gateway.api, cookieOf(reply), "");
}

describe("a person whom a trusted proxy names", () => {
  it("has a session at once, with the role of the groups, and is audited by name", async () => {
    const reply = await begin(ada);
    expect(reply.text).toContain('content="0;url=../keys"');
    const session = sessionWith(gateway.api, cookieOf(reply), "");
    const { data } = JSON.parse((await session.send("getSession", { headers: ada })).text);
    expect(data).toMatchObject({ way: "proxy", role: "operator", subject: ada["x-remote-user"] });
    const audit = await sendAs(`${gateway.api}/audit`, {
      headers: { authorization: `Bearer ${gateway.own.management}` },
    });
    expect(audit.text).toContain(ada["x-remote-user"]);
  });

  it("is offered this way before all others, and a visitor without a name is not", async () => {
    const ways = async (headers: Headers) =>
      JSON.parse((await sendAs(`${gateway.api}/session/ways`, { headers })).text).data;
    expect(await ways(ada)).toEqual([
      {
        way: "proxy",
        name: "your network",
        href: "sign-in/proxy",
        sign_out_href: "https://auth.example/out",
        is_automatic: true,
      },
      expect.objectContaining({ way: "key" }),
    ]);
    expect(await ways({})).toEqual([expect.objectContaining({ way: "key" })]);
    // The page says what is missing.
    expect(await ways({ "x-remote-user": "eve" })).toHaveLength(2);
  });

  it("loses the session where the proxy names another person, or no one, or another role", async () => {
    const session = await sessionOf(ada);
    const status = async (headers: Headers) =>
      (await session.send("getSession", { headers })).status;
    expect(await status(ada)).toBe(200);
    expect(await status(bob)).toBe(401);
    expect(await status({})).toBe(401);
    expect(await status({ ...ada, "x-remote-groups": "staff" })).toBe(401);
    expect(await status({ ...ada, "x-remote-groups": "others" })).toBe(403);
    expect(await status(ada)).toBe(200);
  });

  it.each(["image", "iframe", "empty"])("is not signed in by an %s of a page", async (part) => {
    const reply = await begin({ ...ada, "sec-fetch-site": "cross-site", "sec-fetch-dest": part });
    expect([reply.status, reply.setCookie]).toEqual([403, []]);
    const opened = { ...ada, "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };
    expect((await begin(opened)).status).toBe(200);
  });

  it("is refused without a role", async () => {
    const reply = await begin({ ...ada, "x-remote-groups": "others", accept: "text/html" });
    expect(reply.status).toBe(403);
    expect(reply.setCookie).toEqual([]);
    expect(reply.text).toContain("the header x-remote-groups names others");
  });
});

describe("a header that no trusted proxy has sent", () => {
  it("names no one, is counted, and is logged once", async () => {
    const lines: string[] = [];
    const other = await gateway.another({
      yaml: yaml("10.0.0.1"),
      logStream: { write: (line) => void lines.push(line) },
    });
    for (const forged of [ada, { ...ada, "x-forwarded-for": "10.0.0.1" }]) {
      const reply = await begin(forged, other);
      expect(reply.status).toBe(401);
      expect(reply.setCookie).toEqual([]);
    }
    const ways = await sendAs(`${other.api}/session/ways`, { headers: ada });
    expect(JSON.parse(ways.text).data).toHaveLength(1);
    const metrics = await (await fetch(`${other.url}/metrics`)).text();
    expect(metrics).toContain("portico_sign_in_headers_ignored_total 3");
    expect(lines.filter((line) => line.includes("outside proxy.trusted_proxies"))).toHaveLength(1);
    await other.close();
  });

  it("does not keep a session alive that it has not begun", async () => {
    const session = await sessionOf(ada);
    const other = await gateway.another({ yaml: yaml("10.0.0.1") });
    const elsewhere = sessionWith(other.api, session.cookie, "");
    expect((await elsewhere.send("getSession", { headers: ada })).status).toBe(401);
    await other.close();
  });
});
