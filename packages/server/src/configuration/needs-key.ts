import { factsOf } from "../providers/facts.ts";
import { wantsFound } from "./check-credentials.ts";
import { sandboxProvider } from "./presets/sandbox.ts";
import { isCloud, type Vendor } from "./presets/vendors.ts";
import type { ProviderEntry } from "./provider-schema.ts";
import { upstreamPlace } from "./upstream-place.ts";

export function isKeyless(
  entry: ProviderEntry,
  kind: string | undefined,
  vendor: Vendor | undefined,
): boolean {
  if (entry.api_key !== undefined || kind === undefined) return false;
  const hasOtherMeans =
    entry.api_keys !== undefined ||
    entry.headers !== undefined ||
    wantsFound(entry) ||
    entry.access_key_id !== undefined ||
    entry.options?.["access_key_id"] !== undefined;
  return !hasOtherMeans && isKeyed(entry, kind, vendor);
}

/** Whether it answers no request without a credential. */
export function isKeyed(
  entry: ProviderEntry,
  kind: string | undefined,
  vendor: Vendor | undefined,
): boolean {
  // A compatible server of the operator's own often needs no key; a known vendor always does.
  const isOwnServer = entry.base_url !== undefined && kind === "openai-compatible";
  return factsOf(kind)?.isKeyed === true || (vendor?.isKeyed === true && !isOwnServer);
}

export interface Keyed {
  readonly isKeyed: boolean;
  readonly keyless: boolean;
  readonly kind: string | undefined;
  readonly baseUrl: string | undefined;
}

/**
 * A request with a workspace's own credential is free of charge here, so its provider has to check and bill that
 * credential. A machine in the operator's own network is assumed to do so where the operator gave it no key. The
 * sandbox costs nothing, so that a workspace's credential can be rehearsed there.
 */
export function takesByok(
  { byok }: ProviderEntry,
  { isKeyed, keyless, kind, baseUrl }: Keyed,
): boolean {
  if (byok !== undefined) return byok === "allow";
  if (kind === sandboxProvider) return true;
  return isKeyed && (keyless || isCloud(kind) || upstreamPlace(kind, baseUrl) !== "private");
}
