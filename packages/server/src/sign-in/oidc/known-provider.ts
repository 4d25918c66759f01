import type { JWKSCacheInput } from "oauth4webapi";
import type { WholeFetch } from "../../upstream/whole-fetch.ts";
import { type Discovered, discover } from "./discover.ts";

export interface KnownProvider extends Discovered {
  /** The provider's public keys, where the library keeps them. */
  readonly keys: JWKSCacheInput;
}

const freshMs = 10 * 60 * 1000;
/** How long a former document counts while the provider does not answer: the token's endpoint decides then. */
const staleMs = 24 * 60 * 60 * 1000;

/** The provider as its discovery document describes it: read when first needed, and once for all who wait. */
export function createKnownProvider(
  issuer: string,
  fetch: WholeFetch,
  steadyNowMs: () => number = () => performance.now(),
): () => Promise<KnownProvider> {
  let known: KnownProvider | null = null;
  let knownAtMs = 0;
  let reading: Promise<KnownProvider> | null = null;

  const read = async (): Promise<KnownProvider> => {
    try {
      known = { ...(await discover(issuer, fetch)), keys: {} };
      knownAtMs = steadyNowMs();
      return known;
    } catch (error) {
      if (known === null || steadyNowMs() - knownAtMs > staleMs) throw error;
      return known;
    } finally {
      reading = null;
    }
  };
  return async () => {
    if (known !== null && steadyNowMs() - knownAtMs < freshMs) return known;
    reading ??= read();
    return await reading;
  };
}
