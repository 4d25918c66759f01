import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendAs, sessionWith } from "../console/browser.ts";
import { bearer } from "../support/gateway.ts";
import { type BrowserLike, browserLike } from "./browser-like.ts";
import {
  oidcYaml,
  type SignedInGateway,
  startPrefixProxy,
  startSignedInGateway,
} from "./signed-in-gateway.ts";

let signedIn: SignedInGateway;
beforeAll(async () => {
  signedIn = await startSignedInGateway();
});
afterAll(() => signedIn[Symbol.asyncDispose]());
beforeEach(() => {
  signedIn.provider.next = "ada";
  signedIn.provider.instead = null;
  signedIn.provider.accounts.set("ada", { name: "Ada Lovelace", groups: ["portico-operators"] });
});

const isCallback = ({ pathname }: URL) => pathname.endsWith("/callback");

function sessionOf(browser: BrowserLike, url = signedIn.gateway.url) {
  const { host } = new URL(url);
  const token = browser.cookies.get(`${host} portico-session`);
  return token === undefined ? null : sessionWith(`${url}/api/v1`, `portico-session=${token}`, "");
}

async function currentOf(browser: BrowserLike) {
  const session = sessionOf(browser);
  if (session === null) throw new Error("The browser has no session.");
  return JSON.parse((await session.send("getSession")).text).data;
}

describe("a sign-in at the company's provider", () => {
  it("ends in a session with the role of the person's groups", async () => {
    const browser = browserLike();
    const { response } = await browser.follow(`${signedIn.start}?return_to=/console/keys?a=1`);
    expect(response?.status).toBe(200);
    expect(await response?.text()).toContain('<a href="../../keys?a=1">');
    expect(await currentOf(browser)).toMatchObject({
      way: "oidc",
      role: "operator",
      subject: "ada",
      name: "Ada Lovelace",
      key: null,
    });
    // Nothing of the attempt is left.
    expect([...browser.cookies.keys()].filter((key) => key.includes("sign-in"))).toEqual([]);
  });

  it("may do what its role may, is audited, and is listed", async () => {
    const browser = browserLike();
    await browser.follow(signedIn.start);
    const session = sessionOf(browser);
    expect((await session?.send("createApiKey", { body: { name: "of ada" } }))?.status).toBe(201);
    expect((await session?.send("grantCredits", { body: { amount: 1 } }))?.status).toBe(403);
    const headers = bearer(signedIn.gateway.own.management);
    const audit = JSON.parse((await sendAs(`${signedIn.gateway.api}/audit`, { headers })).text);
    const actor = { type: "user", name: "Ada Lovelace", subject: "ada" };
    for (const action of ["createApiKey", "createSession"])
      expect(audit.data).toContainEqual(
        expect.objectContaining({ action, actor: expect.objectContaining(actor) }),
      );
  });

  it("is offered on the sign-in page, with addresses that are relative to the console's", async () => {
    const { data } = JSON.parse((await sendAs(`${signedIn.gateway.api}/session/ways`)).text);
    expect(data).toEqual([
      {
        way: "oidc",
        name: "Acme",
        href: "sign-in/oidc",
        sign_out_href: "sign-out/oidc",
        is_automatic: false,
      },
      { way: "key", name: "API key", href: null, sign_out_href: null, is_automatic: false },
    ]);
    const href = new URL(data[0].href, `${signedIn.gateway.url}/console/`).href;
    expect(href).toBe(signedIn.start);
  });

  it("gives cookies that no script reads, and pages that no cache or frame keeps", async () => {
    const browser = browserLike();
    const begun = await browser.visit(signedIn.start);
    expect(begun.status).toBe(302);
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^portico-sign-in=[\w-]{43}\.\d+\.; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const { url } = await browser.follow(begun.headers.get("location") ?? "", isCallback);
    const done = await browser.visit(url.href);
    expect(done.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^portico-sign-in=; Path=\/; Max-Age=0; /),
      expect.stringMatching(/^portico-session=.*HttpOnly; SameSite=Strict$/),
    ]);
    for (const { headers } of [begun, done]) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect(done.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
    );
  });

  it("has encrypted cookies of this host alone behind https", async () => {
    const redirectUri = "https://gateway.example/console/sign-in/oidc/callback";
    const own = await signedIn.gateway.another({
      yaml: oidcYaml(signedIn.provider, `redirect_uri: "${redirectUri}"`),
    });
    const begun = await fetch(`${own.url}/console/sign-in/oidc`, { redirect: "manual" });
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-portico-sign-in=.*; Path=\/; .*; Secure$/),
    ]);
    const asked = new URL(begun.headers.get("location") ?? "").searchParams.get("redirect_uri");
    expect(asked).toBe(redirectUri);
    await own.close();
  });

  it("gives the role of the moment of each sign-in", async () => {
    const [first, second] = [browserLike(), browserLike()];
    await first.follow(signedIn.start);
    signedIn.provider.accounts.set("ada", { groups: ["staff"] });
    await second.follow(signedIn.start);
    expect(await currentOf(second)).toMatchObject({ role: "viewer", name: "ada" });
    expect(await currentOf(first)).toMatchObject({ role: "operator" });
  });
});

describe("a sign-in is refused", () => {
  const failing = async (browser: BrowserLike, url: string, status: number) => {
    const page = await browser.visit(url);
    expect(page.status).toBe(status);
    expect(sessionOf(browser)).toBeNull();
    return await page.text();
  };

  it("in another browser than that in which it was begun", async () => {
    const [own, other] = [browserLike(), browserLike()];
    const { url } = await own.follow(signedIn.start, isCallback);
    expect(await failing(other, url.href, 400)).toContain("was not begun in this browser");
    // A browser with a sign-in of its own does not take the other one's code either.
    await other.follow(signedIn.start, isCallback);
    await failing(other, url.href, 400);
  });

  it("a second time, also on another node and after the first session has ended", async () => {
    const browser = browserLike();
    const { url } = await browser.follow(signedIn.start, isCallback);
    const cookies = new Map(browser.cookies);
    await browser.visit(url.href);
    await sessionOf(browser)?.send("deleteSession");
    // A provider that takes a code twice, and a browser that kept the cookie.
    signedIn.provider.allow(`${signedIn.gateway.url}/console/sign-in/oidc/callback`, {
      takesCodesTwice: true,
    });
    const again = browserLike();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    expect(await failing(again, url.href, 400)).toContain("This sign-in is finished already");
    signedIn.provider.allow(`${signedIn.gateway.url}/console/sign-in/oidc/callback`);
    const third = browserLike();
    for (const [name, value] of cookies) third.cookies.set(name, value);
    expect(await failing(third, url.href, 400)).toContain("it was used before");
  });

  it("where the provider is down, with a page for people and JSON for programs", async () => {
    const browser = browserLike();
    const { url } = await browser.follow(signedIn.start, isCallback);
    signedIn.provider.instead = (_, response) => void response.destroy();
    expect(await failing(browser, url.href, 503)).toContain("The sign-in of Acme does not answer");
    const { status, text } = await sendAs(signedIn.start.replace("oidc", "proxy"), {
      headers: { accept: "application/json" },
    });
    expect(status).toBe(404);
    expect(JSON.parse(text).error.message).toContain("does not offer this way");
  });

  it("without a role, in words and without anything that a page would run", async () => {
    signedIn.provider.accounts.set("ada", { groups: ["<script>alert(1)</script>"] });
    const browser = browserLike();
    const { response } = await browser.follow(signedIn.start);
    expect(response?.status).toBe(403);
    const text = await response?.text();
    expect(text).toContain("holds &lt;script&gt;alert(1)&lt;/script&gt;: an operator can");
    expect(text).not.toContain("<script");
    expect(text).toContain('<a href="../../">');
    expect(sessionOf(browser)).toBeNull();
  });

  it("by another method than GET", async () => {
    for (const method of ["HEAD", "POST"])
      expect((await sendAs(signedIn.start, { method })).status).toBe(405);
  });

  it("after ten failures a minute from one address", async () => {
    const own = await startSignedInGateway();
    const codes: number[] = [];
    // Another site's page may hold such pictures.
    const headers = { "sec-fetch-dest": "image" };
    for (let tried = 0; tried < 11; tried += 1)
      expect((await sendAs(`${own.start}/callback?code=a&state=b`, { headers })).status).toBe(403);
    for (let tried = 0; tried < 11; tried += 1)
      codes.push((await sendAs(`${own.start}/callback?code=a&state=b`)).status);
    expect(codes).toEqual([...Array(10).fill(400), 429]);
    await own[Symbol.asyncDispose]();
  });
});

describe("behind a proxy that puts a path in front", () => {
  it("the browser comes back to that path, and every link stays below it", async () => {
    let target = "";
    await using proxy = await startPrefixProxy(() => target);
    const redirectUri = `${proxy.url}/console/sign-in/oidc/callback`;
    const own = await startSignedInGateway({ fields: `redirect_uri: "${redirectUri}"` });
    target = own.gateway.url;
    own.provider.allow(redirectUri);
    const browser = browserLike();
    const { url, response } = await browser.follow(
      `${proxy.url}/console/sign-in/oidc?return_to=/console/spend`,
    );
    expect(url.pathname).toBe("/portico/console/sign-in/oidc/callback");
    const [, href = ""] = /<a href="([^"]*)"/.exec((await response?.text()) ?? "") ?? [];
    expect(new URL(href, url).href).toBe(`${proxy.url}/console/spend`);
    await own[Symbol.asyncDispose]();
  });
});

describe("signing out", () => {
  it("ends the session at the provider too, and comes back to the console", async () => {
    const browser = browserLike();
    await browser.follow(signedIn.start);
    await sessionOf(browser)?.send("deleteSession");
    const page = await browser.visit(`${signedIn.gateway.url}/console/sign-out/oidc`);
    const address = new URL(page.headers.get("location") ?? "");
    expect(address.href).toContain(`${signedIn.provider.issuer}/session/end`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: "portico",
      post_logout_redirect_uri: `${signedIn.gateway.url}/console/`,
    });
    expect((await browser.visit(address.href)).status).toBe(200);
  });

  it("is not begun by a link of another site", async () => {
    const { status, headers } = await sendAs(`${signedIn.gateway.url}/console/sign-out/oidc`, {
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect([status, headers["location"]]).toEqual([302, "../"]);
  });

  it("goes to the console where the provider has no such page", async () => {
    const own = await startSignedInGateway({ provider: { offersSignOut: false } });
    const { headers } = await sendAs(`${own.gateway.url}/console/sign-out/oidc`);
    expect(headers["location"]).toBe("../");
    await own[Symbol.asyncDispose]();
  });

  it("happens to all sessions of a way that the operator has switched off", async () => {
    const browser = browserLike();
    await browser.follow(signedIn.start);
    const other = await signedIn.gateway.another({ yaml: "" });
    const { host } = new URL(signedIn.gateway.url);
    const cookie = `portico-session=${browser.cookies.get(`${host} portico-session`)}`;
    expect((await sessionWith(other.api, cookie, "").send("getSession")).status).toBe(401);
    await other.close();
  });
});
