import type { PersonsRole, RoleRules } from "../configuration/sign-in.ts";

/** Who a provider or a proxy says that a browser belongs to. */
export interface Person {
  readonly way: "oidc" | "proxy";
  /** Stays the same where the name changes. */
  readonly subject: string;
  /** The name that people see. It decides nothing. */
  readonly name: string;
  readonly role: PersonsRole;
  /** The provider's name of its session (`sid`), where it gave one. */
  readonly providerSession: string | null;
}

/** The role with the most rights among those of the groups; without any, the default role. Null: no role. */
export function roleOf(groups: readonly string[], rules: RoleRules): PersonsRole | null {
  const found = rules.ranked.find((entry) => groups.some((group) => entry.groups.has(group)));
  return found?.role ?? rules.defaultRole;
}
