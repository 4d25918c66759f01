import type { OidcSignIn } from "./oidc/oidc.ts";
import type { ProxySignIn } from "./proxy-person.ts";

/** The ways to sign in without a key; null where the operator has not set one up. */
export interface SignIn {
  readonly oidc: OidcSignIn | null;
  readonly proxy: ProxySignIn | null;
}
