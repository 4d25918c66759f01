import type { ProviderSettings } from "../providers/provider.ts";
import type { LinkRules } from "../routing/links.ts";

/** A provider as the operator configured it, with the vendor whose presets apply. */
export interface BuiltProvider {
  readonly settings: ProviderSettings;
  readonly vendor: string | null;
  /** Needs a credential and has none. */
  readonly keyless: boolean;
  /** Whether workspaces may bring credentials of their own. */
  readonly takesByok: boolean;
  readonly links: LinkRules;
  readonly dataCollection: "allow" | "deny" | undefined;
  readonly zeroDataRetention: boolean;
  /** Of the models that it lists itself, those that are served; none where the list is not asked for. */
  readonly patterns: readonly string[];
  /** A server of the operator's own, where nothing is bought. */
  readonly isFree: boolean;
  readonly allowsUnpriced: boolean;
}
