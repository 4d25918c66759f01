/** What a key may do, beside its limits of money and rate. Null restricts nothing. */
export interface KeyRights {
  /** Patterns: `*` stands for any characters. */
  readonly allowedModels: readonly string[] | null;
  readonly allowedProviders: readonly string[] | null;
  /** With `deny`, the key's requests go to no provider that collects data; null: each request decides. */
  readonly dataCollection: "allow" | "deny" | null;
  /** The key's requests go only to providers that keep nothing. */
  readonly zeroDataRetention: boolean;
  /** A request that names no end user is refused. */
  readonly requiresEndUser: boolean;
  readonly maxOutputTokens: number | null;
  readonly maxRequestsInFlight: number | null;
  /** What each of its sessions may spend. */
  readonly sessionBudgetNanousd: number | null;
  /** Networks in CIDR notation, from which the key may be used. */
  readonly allowedNetworks: readonly string[] | null;
  readonly scope: KeyScope;
}

/** `read_only` calls every GET; `spend` reads money alone. Both restrict management keys only. */
export type KeyScope = "all" | "read_only" | "spend";

export const unrestricted: KeyRights = {
  allowedModels: null,
  allowedProviders: null,
  dataCollection: null,
  zeroDataRetention: false,
  requiresEndUser: false,
  maxOutputTokens: null,
  maxRequestsInFlight: null,
  sessionBudgetNanousd: null,
  allowedNetworks: null,
  scope: "all",
};
