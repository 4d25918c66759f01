import type { Problem } from "@portico/core/configuration/source";
import { isThisMachine } from "../networks.ts";
import type { Path, SourceDocument } from "./document.ts";
import { nameOf } from "./explain.ts";
import type { ConfigurationFile } from "./schema.ts";
import {
  type OidcSettings,
  type PersonsRole,
  type ProxySignInSettings,
  peoplesRoles,
  type RoleRules,
  type SignInSettings,
} from "./sign-in.ts";

type Report = (path: Path, message: string) => void;
type SignInEntry = ConfigurationFile["console"]["sign_in"];
type OidcEntry = NonNullable<SignInEntry["oidc"]>;
type ProxyEntry = NonNullable<SignInEntry["proxy"]>;
type RolesEntry = Partial<Readonly<Record<PersonsRole, readonly string[] | undefined>>>;

const oidcPath = ["console", "sign_in", "oidc"];
const proxyPath = ["console", "sign_in", "proxy"];

/** The path at which the provider sends the browser back, below the gateway's own address. */
export const callbackPath = "/console/sign-in/oidc/callback";

export function buildSignIn(
  file: ConfigurationFile,
  source: SourceDocument,
  problems: Problem[],
): SignInSettings {
  const report: Report = (path, message) =>
    problems.push({ ...source.placeOf(path), message: `${nameOf(path)}: ${message}` });
  const { oidc, proxy } = file.console.sign_in;
  if (proxy !== undefined && file.proxy.trusted_proxies.length === 0)
    report(
      proxyPath,
      "any caller could send the header: name your proxy's address under proxy.trusted_proxies.",
    );
  return {
    oidc: oidc === undefined ? null : buildOidc(oidc, report),
    proxy: proxy === undefined ? null : buildProxy(proxy, report),
  };
}

function buildOidc(entry: OidcEntry, report: Report): OidcSettings {
  checkIssuer(entry.issuer, report);
  if (entry.redirect_uri !== undefined) checkRedirect(entry.redirect_uri, report);
  const { claim = null, ...byRole } = entry.roles ?? {};
  return {
    issuer: entry.issuer,
    clientId: entry.client_id,
    clientSecret: entry.client_secret ?? null,
    name: entry.name,
    scopes: ["openid", ...entry.scopes.filter((scope) => scope !== "openid")],
    redirectUri: entry.redirect_uri ?? null,
    rolesClaim: claim,
    roles: buildRoles(byRole, { path: oidcPath, defaultRole: entry.default_role, report }),
  };
}

const discoveryPath = "/.well-known/openid-configuration";

function checkIssuer(text: string, report: Report): void {
  const path = [...oidcPath, "issuer"];
  const { pathname, search, hash } = new URL(text);
  if (pathname.endsWith(discoveryPath))
    report(path, `is the address before ${discoveryPath}: leave that part out.`);
  else if (search !== "" || hash !== "") report(path, 'must have no "?" and no "#".');
  checkEncrypted(text, path, report);
}

function checkRedirect(text: string, report: Report): void {
  const path = [...oidcPath, "redirect_uri"];
  const { pathname, search, hash } = new URL(text);
  if (!pathname.endsWith(callbackPath) || search !== "" || hash !== "")
    report(path, `must end with "${callbackPath}", where the gateway expects the browser.`);
  checkEncrypted(text, path, report);
}

function checkEncrypted(text: string, path: Path, report: Report): void {
  const { protocol, hostname } = new URL(text);
  if (protocol !== "https:" && !isThisMachine(hostname))
    report(path, 'must begin with "https://": http is for this machine only.');
}

/** Headers with a meaning of their own, which no proxy uses to name a person. */
const otherHeaders: ReadonlySet<string> = new Set(
  ["authorization", "cookie", "forwarded", "host", "origin", "x-forwarded-for"].concat([
    "x-forwarded-host",
    "x-forwarded-proto",
    "user-agent",
    "content-type",
    "content-length",
  ]),
);

function buildProxy(entry: ProxyEntry, report: Report): ProxySignInSettings {
  const userHeader = entry.user_header.toLowerCase();
  const groupsHeader = entry.groups_header?.toLowerCase() ?? null;
  for (const [key, name] of [
    ["user_header", userHeader],
    ["groups_header", groupsHeader],
  ] as const)
    if (name !== null && otherHeaders.has(name))
      report([...proxyPath, key], "has another meaning: let your proxy use a header of its own.");
  if (userHeader === groupsHeader)
    report([...proxyPath, "groups_header"], "must not be the user_header.");
  if ((entry.roles === undefined) !== (groupsHeader === null))
    report(proxyPath, "groups_header and roles belong together: write both or neither.");
  return {
    userHeader,
    groupsHeader,
    roles: buildRoles(entry.roles ?? {}, {
      path: proxyPath,
      defaultRole: entry.default_role,
      report,
    }),
    signOutUrl: entry.sign_out_url ?? null,
  };
}

interface RolesPlace {
  readonly path: Path;
  readonly defaultRole: PersonsRole | null;
  readonly report: Report;
}

function buildRoles(entry: RolesEntry, { path, defaultRole, report }: RolesPlace): RoleRules {
  const known = new Map<string, PersonsRole>();
  for (const role of peoplesRoles)
    for (const [index, group] of (entry[role] ?? []).entries()) {
      const other = known.get(group);
      if (other !== undefined)
        report(
          [...path, "roles", role, index],
          `"${group}" has the role ${other} already: a group has one role.`,
        );
      known.set(group, other ?? role);
    }
  if (known.size === 0 && defaultRole === null)
    report(path, "no person could sign in: write roles, or a default_role.");
  const ranked = peoplesRoles.map((role) => ({ role, groups: new Set(entry[role] ?? []) }));
  return { ranked: ranked.filter(({ groups }) => groups.size > 0), defaultRole };
}
