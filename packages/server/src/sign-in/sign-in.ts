import type { OidcSignIn } from "./oidc/oidc.ts";
import type { ProxySignIn } from "./proxy-person.ts";

/** The ways to sign in without a key; null where the operator has not set one up. */
export interface SignIn {
  readonly oidc: OidcSignIn | null;
  readonly proxy: ProxySignIn | null;
}

const root = "/console/";
const longest = 2_000;

/** A path below `/console/`, without that part. All else, and above all another site, becomes the console's first page. */
export function returnPath(asked: unknown): string {
  if (typeof asked !== "string" || asked.length > longest || !asked.startsWith("/")) return "";
  // A parser reads the path as a browser would: `\` as `/`, `//` as another host, without tabs and line breaks.
  const base = "http://console.invalid";
  if (!URL.canParse(asked, base)) return "";
  const { origin, pathname, search, hash } = new URL(asked, base);
  if (origin !== base || !pathname.startsWith(root)) return "";
  // A path may not begin like another site once the part in front is gone.
  const rest = pathname.slice(root.length).replace(/^\/+/, "");
  return `${rest}${search}${hash}`;
}
