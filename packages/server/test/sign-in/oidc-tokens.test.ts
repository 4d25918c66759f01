import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseConfiguration } from "../../src/configuration/load-configuration.ts";
import { newAttempt } from "../../src/sign-in/oidc/attempt.ts";
import { createOidcSignIn } from "../../src/sign-in/oidc/oidc.ts";
import { createUpstream, type Upstream } from "../../src/upstream/upstream.ts";
import { wholeFetch } from "../../src/upstream/whole-fetch.ts";
import { browserLike } from "./browser-like.ts";
import { type Claims, forge, signedWithSecret, unsigned } from "./forged-token.ts";
import {
  clientId,
  clientSecret,
  type IdentityProvider,
  type IdentityProviderOptions,
  startIdentityProvider,
} from "./identity-provider.ts";

const redirectUri = "http://127.0.0.1:1/console/sign-in/oidc/callback";

let provider: IdentityProvider;
let upstream: Upstream;

beforeEach(async () => {
  provider = await startIdentityProvider();
  upstream = createUpstream();
});

afterEach(async () => {
  await upstream.close();
  await provider[Symbol.asyncDispose]();
});

function signIn(options: IdentityProviderOptions = {}) {
  provider.allow(redirectUri, options);
  const { oidc } = parseConfiguration(
    `console: { sign_in: { oidc: { issuer: "${provider.issuer}", client_id: ${clientId},
      client_secret: "${clientSecret}", name: Acme, scopes: [profile, groups],
      roles: { claim: groups, operator: [portico-operators], viewer: [staff] } } } }`,
    { file: null, environment: {} },
  ).signIn;
  if (oidc === null) throw new Error("The configuration has no provider.");
  return createOidcSignIn(oidc, wholeFetch(upstream));
}

async function comeBack(oidc: ReturnType<typeof signIn>) {
  const attempt = newAttempt("", Date.now());
  const address = await oidc.begin(attempt, redirectUri);
  const { url } = await browserLike().follow(address.href, ({ port }) => port === "1");
  return { attempt, address, returned: { parameters: url.searchParams, redirectUri } };
}

async function person(options: IdentityProviderOptions = {}) {
  const oidc = signIn(options);
  const { attempt, returned } = await comeBack(oidc);
  return await oidc.finish(attempt, returned);
}

const never = (): never => {
  throw new Error("There is no key.");
};
const ownKey = () => provider.keys[0];
const changed = (change: (claims: Claims) => void) => person({ tamper: forge(ownKey, change) });
const nowSeconds = () => Math.floor(Date.now() / 1000);

describe("a sign-in at a real provider", () => {
  it("gives the person of the ID token, with the role of the groups", async () => {
    expect(await person()).toEqual({
      providerSession: null,
      way: "oidc",
      subject: "ada",
      name: "Ada Lovelace",
      role: "operator",
    });
    expect(provider.asked).not.toContain("/me");
  });

  it("asks for what the ID token leaves out, and only of the same person", async () => {
    expect(await person({ isThin: true })).toMatchObject({
      name: "Ada Lovelace",
      role: "operator",
    });
    expect(provider.asked).toContain("/me");
    const other = person({
      isThin: true,
      tamper: forge(ownKey, (claims) => (claims["sub"] = "bob")),
    });
    await expect(other).rejects.toMatchObject({ status: 401 });
  });

  it("sends a challenge of PKCE, a state and a nonce that differ each time", async () => {
    const oidc = signIn();
    const [one, other] = await Promise.all([comeBack(oidc), comeBack(oidc)]);
    const { searchParams } = one.address;
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    for (const name of ["code_challenge", "state", "nonce"]) {
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
      expect(other.address.searchParams.get(name)).not.toBe(searchParams.get(name));
    }
    const proofs = ["code_challenge", "state", "nonce"].map((name) => searchParams.get(name));
    expect(new Set(proofs).size).toBe(3);
    // The secret of the cookie and the verifier stay here.
    expect(one.address.href).not.toContain(one.attempt.secret);
  });

  it("goes on with the provider's new keys after it has changed them", async () => {
    const oidc = signIn();
    const first = await comeBack(oidc);
    await oidc.finish(first.attempt, first.returned);
    provider.rotate();
    const second = await comeBack(oidc);
    expect(await oidc.finish(second.attempt, second.returned)).toMatchObject({ subject: "ada" });
    expect(provider.asked.filter((path) => path === "/jwks")).toHaveLength(2);
  });

  it("gives the role of each sign-in anew", async () => {
    const oidc = signIn();
    const once = async () => {
      const { attempt, returned } = await comeBack(oidc);
      return (await oidc.finish(attempt, returned)).role;
    };
    expect(await once()).toBe("operator");
    provider.accounts.set("ada", { groups: ["staff"] });
    expect(await once()).toBe("viewer");
    provider.accounts.set("ada", { groups: [] });
    await expect(once()).rejects.toMatchObject({ status: 403 });
  });
});

describe("a sign-in is refused", () => {
  it("where the state is another one", async () => {
    const oidc = signIn();
    const { attempt, returned } = await comeBack(oidc);
    const other = newAttempt("", Date.now());
    await expect(oidc.finish(other, returned)).rejects.toMatchObject({ status: 400 });
    await expect(oidc.finish(null, returned)).rejects.toMatchObject({ status: 400 });
    const moved = { ...attempt, returnTo: "elsewhere" };
    await expect(oidc.finish(moved, returned)).rejects.toMatchObject({ status: 400 });
    expect(provider.asked).not.toContain("/token");
  });

  it("where the code was used before", async () => {
    const oidc = signIn();
    const { attempt, returned } = await comeBack(oidc);
    await oidc.finish(attempt, returned);
    await expect(oidc.finish(attempt, returned)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("it was used before, or it took too long. Sign in again."),
    });
  });

  it("where the code is of another browser's sign-in", async () => {
    const oidc = signIn();
    const [own, other] = await Promise.all([comeBack(oidc), comeBack(oidc)]);
    const parameters = new URLSearchParams(own.returned.parameters);
    parameters.set("code", other.returned.parameters.get("code") ?? "");
    await expect(oidc.finish(own.attempt, { parameters, redirectUri })).rejects.toMatchObject({
      status: 400,
    });
  });

  it.each<[string, (claims: Claims) => void, string]>([
    ["another nonce", (claims) => (claims["nonce"] = "x".repeat(43)), "nonce"],
    ["no nonce", (claims) => delete claims["nonce"], "nonce"],
    ["another audience", (claims) => (claims["aud"] = "another-client"), "aud"],
    [
      "another party beside this one",
      (claims) => Object.assign(claims, { aud: [clientId, "other"], azp: "other" }),
      "azp",
    ],
    ["another issuer", (claims) => (claims["iss"] = "https://login.example"), "iss"],
    ["an end that is past", (claims) => (claims["exp"] = nowSeconds() - 90), "exp"],
    ["no end", (claims) => delete claims["exp"], "exp"],
    ["a beginning to come", (claims) => (claims["nbf"] = nowSeconds() + 90), "nbf"],
    ["no subject", (claims) => delete claims["sub"], "sub"],
  ])("for a token with %s", async (_, change, claim) => {
    await expect(changed(change)).rejects.toMatchObject({
      status: 401,
      message: expect.stringMatching(`cannot be trusted.*"${claim}"`),
    });
  });

  it("for a token with a subject that is longer than any may be", async () => {
    await expect(changed((claims) => (claims["sub"] = "a".repeat(256)))).rejects.toMatchObject({
      message: expect.stringContaining("longer than 255"),
    });
  });

  it("for a token without a signature, also where the provider lists that", async () => {
    const listsAll: IdentityProviderOptions["algorithms"] = ["none", "HS256", "ES256"];
    for (const tamper of [unsigned, signedWithSecret]) {
      await expect(person({ tamper, algorithms: listsAll })).rejects.toMatchObject({ status: 401 });
      await expect(person({ tamper })).rejects.toMatchObject({ status: 401 });
    }
  });

  it("for a token that another key has signed under the provider's name of its key", async () => {
    await using other = await startIdentityProvider();
    const foreign = () => ({ ...(other.keys[0] ?? never()), kid: ownKey()?.kid ?? "" });
    await expect(person({ tamper: forge(foreign, () => {}) })).rejects.toMatchObject({
      status: 401,
    });
    const unknown = () => other.keys[0];
    await expect(person({ tamper: forge(unknown, () => {}) })).rejects.toMatchObject({
      status: 401,
    });
  });

  it("for an answer without a token", async () => {
    const tamper = (reply: Partial<{ id_token: string }>) => delete reply.id_token;
    await expect(person({ tamper })).rejects.toMatchObject({ status: 401 });
  });

  it("where the provider's clock is too far away, and not where it is near", async () => {
    const shifted = (seconds: number) =>
      changed((claims) => {
        for (const name of ["iat", "exp"]) claims[name] = nowSeconds() + seconds;
        claims["nbf"] = claims["iat"];
      });
    await expect(shifted(-45)).resolves.toMatchObject({ subject: "ada" });
    await expect(shifted(45)).resolves.toMatchObject({ subject: "ada" });
    await expect(shifted(-90)).rejects.toMatchObject({ status: 401 });
    await expect(shifted(90)).rejects.toMatchObject({ status: 401 });
  });

  it("where the person refuses at the provider, without the provider's own words", async () => {
    provider.next = null;
    await expect(person()).rejects.toMatchObject({
      status: 403,
      message:
        "Acme did not sign you in (access_denied). Sign in again, or ask those who administer it.",
    });
  });

  it("where the provider does not know the secret", async () => {
    const tamper = () => {};
    const oidc = signIn({ tamper, secret: "another" });
    const { attempt, returned } = await comeBack(oidc);
    await expect(oidc.finish(attempt, returned)).rejects.toMatchObject({
      status: 500,
      message: expect.stringContaining("correct client_id and client_secret"),
    });
  });
});

describe("a person without a role", () => {
  it("reads which groups the provider named, and what to do", async () => {
    provider.accounts.set("ada", { groups: ["portico-operator", "others"] });
    await expect(person()).rejects.toMatchObject({
      status: 403,
      message:
        'Acme knows you, but you have no role in this gateway. The claim "groups" holds portico-operator, others: an operator can give one of your groups a role under console.sign_in.oidc.roles.',
    });
  });

  it("reads that the provider names no groups", async () => {
    provider.accounts.set("ada", {});
    await expect(person()).rejects.toMatchObject({
      message: expect.stringContaining('Acme sent no claim "groups"'),
    });
  });

  it("reads that the provider left them out", async () => {
    const leaveOut = (claims: Claims) => {
      delete claims["groups"];
      claims["_claim_names"] = { groups: "src1" };
    };
    provider.accounts.set("ada", {});
    await expect(changed(leaveOut)).rejects.toMatchObject({
      message: expect.stringContaining("you are in too many groups"),
    });
  });
});

describe("a provider that is down", () => {
  it("is named, and asked again by the next visit", async () => {
    const oidc = signIn();
    provider.instead = (_, response) => response.destroy();
    const begun = () => oidc.begin(newAttempt("", Date.now()), redirectUri);
    await expect(begun()).rejects.toMatchObject({
      status: 503,
      message: "The sign-in of Acme does not answer. Try again soon, or sign in with a key.",
    });
    provider.instead = null;
    await expect(begun()).resolves.toMatchObject({ pathname: "/auth" });
  });

  it("is named where it fails between the two visits", async () => {
    const oidc = signIn();
    const { attempt, returned } = await comeBack(oidc);
    provider.instead = (_, response) => response.destroy();
    await expect(oidc.finish(attempt, returned)).rejects.toMatchObject({ status: 503 });
  });

  it("is read once for all who wait, and not again within minutes", async () => {
    const oidc = signIn();
    await Promise.all([comeBack(oidc), comeBack(oidc), comeBack(oidc)]);
    expect(provider.asked.filter((path) => path.includes("openid-configuration"))).toHaveLength(1);
  });
});
