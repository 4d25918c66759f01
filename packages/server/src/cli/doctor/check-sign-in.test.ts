import { afterEach, beforeEach, expect, it } from "vitest";
import {
  clientSecret,
  type IdentityProvider,
  startIdentityProvider,
} from "../../../test/sign-in/identity-provider.ts";
import { parseConfiguration } from "../../configuration/load-configuration.ts";
import { checkSignIn } from "./check-sign-in.ts";

const redirectUri = "https://gateway.example/console/sign-in/oidc/callback";
let provider: IdentityProvider;

beforeEach(async () => {
  provider = await startIdentityProvider();
  provider.allow(redirectUri);
});
afterEach(() => provider[Symbol.asyncDispose]());

const check = (text: string) =>
  checkSignIn(parseConfiguration(text, { file: null, environment: {} }));
const oidc = (fields = "", issuer = provider.issuer) =>
  check(
    `console: { sign_in: { oidc: { issuer: "${issuer}", client_id: portico, client_secret: "${clientSecret}", default_role: viewer, ${fields} } } }`,
  );
const findings = (state: string, ...details: readonly string[]) =>
  details.map((detail) => ({ check: "sign-in", state, detail: expect.stringContaining(detail) }));

it("says nothing where no such sign-in is set up", async () => {
  expect(await check("")).toEqual([]);
});

it("finds a provider that answers, with its keys and a credential that it accepts", async () => {
  expect(await oidc(`redirect_uri: "${redirectUri}"`)).toEqual(
    findings("ok", `${provider.issuer} answers, and sends browsers back to ${redirectUri}`),
  );
  expect(provider.asked).toEqual(["/.well-known/openid-configuration", "/jwks", "/token"]);
});

it("doubts scopes and claims that the provider does not list", async () => {
  const found = await oidc("scopes: [teams], roles: { claim: teams.names, viewer: [a] }");
  expect(found.slice(1)).toEqual(
    findings("warning", 'does not list the scope "teams"', 'does not list the claim "teams"'),
  );
});

it("finds a credential that the provider refuses", async () => {
  provider.allow(redirectUri, { secret: "another" });
  expect(await oidc()).toEqual(
    findings("failed", "does not accept client_id and client_secret (invalid_client)"),
  );
});

it("finds an issuer that is not the one in its document", async () => {
  const otherName = provider.issuer.replace("127.0.0.1", "localhost");
  expect(await oidc("", otherName)).toEqual(
    findings("failed", `names the issuer "${provider.issuer}": write exactly that.`),
  );
});

it("finds a wrong path, a document that is none, and a provider that is down", async () => {
  expect(await oidc("", `${provider.issuer}/realms/none`)).toEqual(
    findings("failed", "answers 404: is the issuer right?"),
  );
  provider.instead = (_, response) => void response.end("<html>");
  expect(await oidc()).toEqual(findings("failed", "is no discovery document"));
  provider.instead = (_, response) => void response.destroy();
  expect(await oidc()).toEqual([expect.objectContaining({ state: "failed" })]);
});

it.each<[string, Record<string, unknown>, string]>([
  ["without an endpoint", { token_endpoint: undefined }, "names no usable token_endpoint"],
  ["with a script for an address", { authorization_endpoint: "javascript:1" }, "no usable auth"],
  ["without PKCE", { code_challenge_methods_supported: ["plain"] }, "PKCE is needed"],
  ["without codes", { response_types_supported: ["id_token"] }, "does not list"],
])("finds a document %s", async (_, change, detail) => {
  const { issuer } = provider;
  provider.instead = (request, response) =>
    void response.setHeader("content-type", "application/json").end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        asked: request.url,
        ...change,
      }),
    );
  expect(await oidc()).toEqual(findings("failed", detail));
});

it("warns where so many proxies are trusted that callers are among them", async () => {
  const proxy = (trusted: string) =>
    check(`proxy: { trusted_proxies: ["${trusted}"] }
console: { sign_in: { proxy: { user_header: X-User, default_role: viewer } } }`);
  expect(await proxy("10.0.0.2")).toEqual(findings("ok", "by the header x-user of the proxies"));
  expect(await proxy("0.0.0.0/0")).toEqual(findings("warning", "callers may be among them"));
});
