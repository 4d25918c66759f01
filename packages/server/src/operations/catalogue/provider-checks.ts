import type { Provider } from "../../providers/provider.ts";
import type { Catalog } from "../../routing/catalog.ts";
import { checkProvider, type ProviderCheck } from "./check-provider.ts";

export interface MadeCheck extends ProviderCheck {
  readonly latencyMs: number;
  readonly checkedAtMs: number;
}

/** A workspace's own credential, to check in place of the operator's. */
export interface CheckedCredential {
  readonly id: string;
  /** Another one for another secret. */
  readonly version: string;
  /** Throws an UpstreamError where it does not open. */
  open(): string;
}

export interface ProviderChecks {
  make(provider: string, catalog: Catalog, own?: CheckedCredential): Promise<MadeCheck>;
}

const keptMs = 5000;

/**
 * Callers that ask for the same check within five seconds share one, so that a management key cannot make the gateway
 * flood a provider.
 */
export function createProviderChecks(
  providers: ReadonlyMap<string, Provider>,
  nowMs: () => number = Date.now,
): ProviderChecks {
  const made = new Map<string, { readonly atMs: number; readonly check: Promise<MadeCheck> }>();
  return {
    make(name, catalog, own) {
      for (const [key, { atMs }] of made) if (nowMs() - atMs >= keptMs) made.delete(key);
      const key = `${name} ${own?.version ?? ""}`;
      const known = made.get(key);
      if (known !== undefined) return known.check;
      const atMs = nowMs();
      const provider = providers.get(name) ?? { name, kind: name };
      const check = checkProvider(provider, catalog, own?.open).then((result) => ({
        ...result,
        checkedAtMs: atMs,
        latencyMs: Math.max(nowMs() - atMs, 0),
      }));
      made.set(key, { atMs, check });
      return check;
    },
  };
}
