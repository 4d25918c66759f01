import type { Schema } from "@portico/contract";
import type { SignInSettings } from "../../configuration/sign-in.ts";
import type { Visit } from "../operation.ts";

type Way = Schema<"SignInWay">;

/** Addresses are relative to the console's own: a proxy may have put a path in front of both. */
export function signInWays({ oidc, proxy }: SignInSettings, visit: Pick<Visit, "isNamed">): Way[] {
  const ways: Way[] = [];
  // Where no proxy names the visitor, its page could only refuse.
  if (proxy !== null && visit.isNamed())
    ways.push({
      way: "proxy",
      name: "your network",
      href: "sign-in/proxy",
      sign_out_href: proxy.signOutUrl,
      is_automatic: true,
    });
  if (oidc !== null)
    ways.push({
      way: "oidc",
      name: oidc.name,
      href: "sign-in/oidc",
      sign_out_href: "sign-out/oidc",
      is_automatic: false,
    });
  return [
    ...ways,
    { way: "key", name: "API key", href: null, sign_out_href: null, is_automatic: false },
  ];
}
