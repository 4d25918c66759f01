import type { PersonsRole } from "../configuration/sign-in.ts";

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
