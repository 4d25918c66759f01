import { createHmac, createPrivateKey, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendAs, sessionWith } from "../console/browser.ts";
import { bearer } from "../support/gateway.ts";
import { type BrowserLike, browserLike } from "./browser-like.ts";
import { clientId, clientSecret, type PrivateKey } from "./identity-provider.ts";
import { type SignedInGateway, startSignedInGateway } from "./signed-in-gateway.ts";

const foreignKey = {
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  alg: "ES256",
};
const event = "http://schemas.openid.net/event/backchannel-logout";
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

let signedIn: SignedInGateway;
let address: string;
beforeAll(async () => {
  signedIn = await startSignedInGateway();
  address = `${signedIn.gateway.url}/console/sign-out/oidc/backchannel`;
  signedIn.provider.allow(`${signedIn.gateway.url}/console/sign-in/oidc/callback`, {
    backchannelUri: address,
  });
  signedIn.provider.accounts.set("bob", { name: "Bob", groups: ["staff"] });
});
afterAll(() => signedIn[Symbol.asyncDispose]());

const post = (token: string) =>
  fetch(address, { method: "POST", body: new URLSearchParams({ logout_token: token }) });

/** A browser in which a person has signed in. */
async function browserOf(subject: string): Promise<BrowserLike> {
  signedIn.provider.next = subject;
  const browser = browserLike();
  await browser.follow(signedIn.start);
  return browser;
}

async function statusOf(browser: BrowserLike): Promise<number> {
  const { url } = signedIn.gateway;
  const token = browser.cookies.get(`${new URL(url).host} portico-session`);
  const session = sessionWith(`${url}/api/v1`, `portico-session=${token}`, "");
  return (await session.send("getSession")).status;
}

interface Forged {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: PrivateKey | undefined;
}

function tokenWith({ claims, header, key = signedIn.provider.keys[0] }: Forged = {}): string {
  if (key === undefined) throw new Error("There is no key.");
  const now = Math.floor(Date.now() / 1000);
  const body = {
    ...{ iss: signedIn.provider.issuer, aud: clientId, iat: now, exp: now + 120 },
    ...{ jti: randomUUID(), sub: "ada", events: { [event]: {} } },
    ...claims,
  };
  const head = { alg: "ES256", typ: "logout+jwt", kid: key.kid, ...header };
  const text = `${encoded(head)}.${encoded(body)}`;
  const jwk = createPrivateKey({ key: { ...key }, format: "jwk" });
  const signature = sign("sha256", Buffer.from(text), { key: jwk, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

describe("a log-out at the provider", () => {
  it("ends the session of that browser alone, and is in the audit log", async () => {
    const [one, other, another] = [
      await browserOf("ada"),
      await browserOf("ada"),
      await browserOf("bob"),
    ];
    expect(await Promise.all([one, other, another].map(statusOf))).toEqual([200, 200, 200]);
    const page = await one.visit(`${signedIn.provider.issuer}/session/end?client_id=${clientId}`);
    const html = await page.text();
    const [, action = ""] = /action="([^"]+)"/.exec(html) ?? [];
    const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(html) ?? [];
    await one.visit(action, {}, { xsrf, logout: "yes" });
    await expect.poll(() => statusOf(one)).toBe(401);
    expect(await Promise.all([other, another].map(statusOf))).toEqual([200, 200]);
    const { text } = await sendAs(`${signedIn.gateway.api}/audit?limit=1`, {
      headers: bearer(signedIn.gateway.own.management),
    });
    expect(JSON.parse(text).data).toMatchObject([
      { action: "backChannelLogout", actor: { type: "system" }, target: { type: "session" } },
    ]);
  });

  it("that names a person without a session ends all of that person's, once", async () => {
    const browsers = [await browserOf("ada"), await browserOf("ada")];
    const bob = await browserOf("bob");
    const token = tokenWith();
    const reply = await post(token);
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await Promise.all(browsers.map(statusOf))).toEqual([401, 401]);
    expect(await statusOf(bob)).toBe(200);
    const next = await browserOf("ada");
    const again = await post(token);
    expect([again.status, again.headers.get("cache-control")]).toEqual([400, "no-store"]);
    expect(await statusOf(next)).toBe(200);
  });

  it("that was signed with a key that the provider has changed to is believed", async () => {
    const browser = await browserOf("ada");
    signedIn.provider.rotate();
    // The keys are read again a second after the last reading at the earliest.
    await expect.poll(async () => (await post(tokenWith())).status).toBe(200);
    expect(await statusOf(browser)).toBe(401);
  });
});

it("a log-out is read after 100 Continue, where the provider waits for that", async () => {
  const asking = request(address, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", expect: "100-continue" },
    signal: AbortSignal.timeout(60_000),
  });
  asking.flushHeaders();
  await once(asking, "continue");
  asking.end(new URLSearchParams({ logout_token: tokenWith() }).toString());
  const [reply]: { statusCode?: number; resume(): void }[] = await once(asking, "response");
  reply?.resume();
  expect(reply?.statusCode).toBe(200);
});

describe("a forged log-out", () => {
  let ada: BrowserLike;
  beforeAll(async () => {
    ada = await browserOf("ada");
  });

  const past = Math.floor(Date.now() / 1000) - 3600;
  const stranger = (): PrivateKey => ({ ...foreignKey, kid: signedIn.provider.keys[0]?.kid ?? "" });

  it.each<[string, () => string]>([
    ["of another provider", () => tokenWith({ claims: { iss: "https://evil.example" } })],
    ["for another client", () => tokenWith({ claims: { aud: "another" } })],
    ["with a nonce", () => tokenWith({ claims: { nonce: "n" } })],
    ["without the event", () => tokenWith({ claims: { events: {} } })],
    ["without a name of its own", () => tokenWith({ claims: { jti: undefined } })],
    ["of nothing", () => tokenWith({ claims: { sub: undefined } })],
    ["that has expired", () => tokenWith({ claims: { exp: past } })],
    ["of an hour ago", () => tokenWith({ claims: { iat: past, exp: past + 9000 } })],
    ["of the future", () => tokenWith({ claims: { iat: past + 9000 } })],
    ["without a time", () => tokenWith({ claims: { iat: undefined } })],
    ["as another kind of token", () => tokenWith({ header: { typ: "at+jwt" } })],
    ["with an extension", () => tokenWith({ header: { crit: ["b64"] } })],
    ["by a key that is not known", () => tokenWith({ header: { kid: "another" } })],
    ["by a key of somebody else", () => tokenWith({ key: stranger() })],
    [
      "by an algorithm that the provider does not use",
      () => tokenWith({ header: { alg: "RS256" } }),
    ],
    ["without a signature", () => `${encoded({ alg: "none" })}.${tokenWith().split(".")[1]}.`],
    [
      "signed with the client's secret",
      () => {
        const text = `${encoded({ alg: "HS256" })}.${tokenWith().split(".")[1]}`;
        return `${text}.${createHmac("sha256", clientSecret).update(text).digest("base64url")}`;
      },
    ],
    ["that is no token", () => "a.b"],
  ])("%s is refused, and ends nothing", async (_, forge) => {
    const reply = await post(forge());
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([400, "no-store"]);
    expect(await statusOf(ada)).toBe(200);
  });

  it("is refused as anything but one form", async () => {
    const token = tokenWith();
    const twice = new URLSearchParams([
      ["logout_token", token],
      ["logout_token", token],
    ]);
    const statuses = await Promise.all([
      fetch(address),
      fetch(`${address}?logout_token=${token}`, { method: "POST", body: new URLSearchParams() }),
      fetch(address, { method: "POST", body: twice }),
      fetch(address, { method: "POST", body: token }),
      fetch(address, { method: "POST", body: new URLSearchParams({ a: "x".repeat(40_000) }) }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([405, 400, 400, 415, 413]);
    expect(await statusOf(ada)).toBe(200);
  });
});
