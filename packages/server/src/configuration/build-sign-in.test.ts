import { describe, expect, it } from "vitest";
import { ConfigurationError } from "./configuration.ts";
import { parseConfiguration } from "./load-configuration.ts";

const read = (text: string, environment: Record<string, string> = {}) =>
  parseConfiguration(text, { file: "portico.yaml", environment });

function problemsOf(text: string): string[] {
  try {
    read(text);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split("\n");
    throw error;
  }
  return [];
}

const oidc = (fields: string) => `console: { sign_in: { oidc: {
  issuer: "https://login.example/realms/acme", client_id: portico, ${fields} } } }`;
const trusted = `proxy: { trusted_proxies: [ 10.0.0.2 ] }\n`;
const proxy = (fields: string) =>
  `${trusted}console: { sign_in: { proxy: { user_header: X-User, ${fields} } } }`;

describe("sign-in by a provider", () => {
  it("is off without a word about it", () => {
    expect(read("").signIn).toEqual({ oidc: null, proxy: null });
  });

  it("needs an issuer, a client and a role, and takes its secret from the environment", () => {
    const { signIn } = read(
      oidc(
        `client_secret: "\${SECRET}", name: Acme, scopes: [openid, groups], roles: { claim: groups, admin: [a], viewer: [v, w] }`,
      ),
      { SECRET: "hush" },
    );
    expect(signIn.oidc).toEqual({
      issuer: "https://login.example/realms/acme",
      clientId: "portico",
      clientSecret: "hush",
      name: "Acme",
      scopes: ["openid", "groups"],
      redirectUri: null,
      rolesClaim: "groups",
      roles: {
        ranked: [
          { role: "admin", groups: new Set(["a"]) },
          { role: "viewer", groups: new Set(["v", "w"]) },
        ],
        defaultRole: null,
      },
    });
    expect(read(oidc("default_role: viewer")).signIn.oidc).toMatchObject({
      clientSecret: null,
      scopes: ["openid", "profile", "email"],
      rolesClaim: null,
      roles: { defaultRole: "viewer" },
    });
  });

  it.each([
    ["", "console.sign_in.oidc: no person could sign in: write roles, or a default_role."],
    ["roles: { admin: [a] }", "console.sign_in.oidc.roles.claim: is missing"],
    ["roles: { claim: g, amdin: [a] }", 'Unknown key "amdin" in console.sign_in.oidc.roles. Did'],
    ["default_role: root", 'console.sign_in.oidc.default_role: must be one of "admin", "operator"'],
    ["roles: { claim: g, admin: [a], viewer: [b, a] }", '"a" has the role admin already'],
    ["default_role: viewer, scopes: ['a b']", "a scope has no spaces"],
    [
      "default_role: viewer, redirect_uri: 'https://gateway.example/console'",
      'must end with "/console/sign-in/oidc/callback"',
    ],
    [
      "default_role: viewer, redirect_uri: 'http://gateway.example/console/sign-in/oidc/callback'",
      'must begin with "https://"',
    ],
  ])("is refused with %s", (fields, message) => {
    expect(problemsOf(oidc(fields))).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ["http://login.example", 'must begin with "https://": http is for this machine only.'],
    ["https://a.b/.well-known/openid-configuration", "leave that part out"],
    ["https://a.b/?tenant=1", 'must have no "?" and no "#"'],
    ["login.example", 'must be a URL that begins with "http://" or "https://"'],
  ])("is refused with the issuer %s", (issuer, message) => {
    const text = oidc("default_role: viewer").replace("https://login.example/realms/acme", issuer);
    expect(problemsOf(text)).toEqual([expect.stringContaining(message)]);
    expect(problemsOf(text)[0]).toMatch(/^portico\.yaml:2:11: console\.sign_in\.oidc\.issuer: /);
  });

  it("may be at an issuer on this machine without encryption", () => {
    const text = oidc("default_role: viewer").replace("https://login.example", "http://[::1]:9000");
    expect(problemsOf(text)).toEqual([]);
  });
});

describe("sign-in by a proxy's header", () => {
  it("reads names of headers in any case", () => {
    const { signIn } = read(
      proxy(`groups_header: X-Groups, roles: { operator: [o] }, sign_out_url: "https://a.b/out"`),
    );
    expect(signIn.proxy).toEqual({
      userHeader: "x-user",
      groupsHeader: "x-groups",
      roles: { ranked: [{ role: "operator", groups: new Set(["o"]) }], defaultRole: null },
      signOutUrl: "https://a.b/out",
    });
  });

  it("is refused where no proxy is trusted: any caller could send the header", () => {
    expect(problemsOf(proxy("default_role: viewer").replace(trusted, ""))).toEqual([
      expect.stringContaining("any caller could send the header"),
    ]);
  });

  it.each([
    ["roles: { admin: [a] }", "groups_header and roles belong together"],
    ["groups_header: X-Groups, default_role: viewer", "groups_header and roles belong together"],
    ["groups_header: x-user, roles: { admin: [a] }", "must not be the user_header"],
    ["groups_header: Cookie, roles: { admin: [a] }", "has another meaning"],
    ["groups_header: 'X Groups', roles: { admin: [a] }", "must be the name of a header"],
    ["default_role: null", "no person could sign in"],
  ])("is refused with %s", (fields, message) => {
    expect(problemsOf(proxy(fields))).toEqual([expect.stringContaining(message)]);
  });
});
