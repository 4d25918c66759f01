/** The roles of people, from the one with the most rights to the one with the fewest. */
export const peoplesRoles = ["admin", "operator", "billing", "viewer"] as const;
export type PersonsRole = (typeof peoplesRoles)[number];

/** How people sign in to the console without a key. */
export interface SignInSettings {
  /** Null: there is no provider. */
  readonly oidc: OidcSettings | null;
  /** Null: no header signs in. */
  readonly proxy: ProxySignInSettings | null;
}

/** Which role a person gets. */
export interface RoleRules {
  /** The groups of each role, or other values that the provider or proxy gives; the role with the most rights is first. */
  readonly ranked: readonly { readonly role: PersonsRole; readonly groups: ReadonlySet<string> }[];
  /** Of a person without such a group; null: that person is refused. */
  readonly defaultRole: PersonsRole | null;
}

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client, which PKCE alone protects. */
  readonly clientSecret: string | null;
  /** The provider's name on the sign-in page. */
  readonly name: string;
  readonly scopes: readonly string[];
  /** The address to which the provider sends the browser back; null: at the address that the browser used. */
  readonly redirectUri: string | null;
  /** The claim that holds a person's groups; null: the default role is everyone's. */
  readonly rolesClaim: string | null;
  readonly roles: RoleRules;
}

export interface ProxySignInSettings {
  /** In lower case, as Node has them. */
  readonly userHeader: string;
  readonly groupsHeader: string | null;
  readonly roles: RoleRules;
  /** Where a browser ends its session at the proxy. */
  readonly signOutUrl: string | null;
}
