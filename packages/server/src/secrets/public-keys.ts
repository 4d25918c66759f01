import { createPublicKey, type KeyObject } from "node:crypto";

/** A key in the form in which a scanner publishes it. */
export interface PublishedKey {
  readonly identifier: string;
  readonly pem: string;
}

export interface PublicKeys {
  /** Null if no such key is published. Rejects if the list could not be fetched at all. */
  find(identifier: string): Promise<KeyObject | null>;
}

export interface PublicKeysOptions {
  /** After this time the list is fetched again. */
  readonly freshMs?: number;
  /** For how long a list counts if it cannot be fetched again; a key that was withdrawn is refused after that. */
  readonly staleMs?: number;
  /** Between two fetches: limits the fetches that strangers can cause with invented identifiers. */
  readonly pauseMs?: number;
  readonly retryMs?: number;
  readonly steadyNowMs?: () => number;
}

const hourMs = 60 * 60 * 1000;

/** A scanner's public keys by identifier. Fetched when first needed, one fetch at a time. */
export function createPublicKeys(
  fetchKeys: () => Promise<readonly PublishedKey[]>,
  options: PublicKeysOptions = {},
): PublicKeys {
  const {
    freshMs = hourMs,
    staleMs = 24 * hourMs,
    pauseMs = hourMs / 6,
    retryMs = hourMs / 60,
  } = options;
  const now = options.steadyNowMs ?? (() => performance.now());
  let known: ReadonlyMap<string, KeyObject> | null = null;
  let knownAtMs = 0;
  let mayFetchAtMs = 0;
  let failure: unknown;
  let fetching: Promise<void> | null = null;

  const fetchThem = async () => {
    try {
      known = byIdentifier(await fetchKeys());
      knownAtMs = now();
      mayFetchAtMs = knownAtMs + pauseMs;
    } catch (error) {
      failure = error;
      mayFetchAtMs = now() + retryMs;
    } finally {
      fetching = null;
    }
  };
  const refresh = async () => {
    if (fetching === null && now() < mayFetchAtMs) return;
    fetching ??= fetchThem();
    await fetching;
  };

  return {
    async find(identifier) {
      const isFresh = known !== null && now() - knownAtMs < freshMs;
      const found = isFresh ? known?.get(identifier) : undefined;
      if (found !== undefined) return found;
      await refresh();
      if (known === null || now() - knownAtMs >= staleMs)
        throw new Error("The scanner's public keys cannot be fetched.", { cause: failure });
      return known.get(identifier) ?? null;
    },
  };
}

/** Leaves out keys that are not of the one kind that signatures use. */
function byIdentifier(published: readonly PublishedKey[]): ReadonlyMap<string, KeyObject> {
  return new Map(
    published.flatMap(({ identifier, pem }) => {
      const key = toPublicKey(pem);
      return key === null ? [] : [[identifier, key] as const];
    }),
  );
}

/** Null if the text is not a public key on the curve P-256. */
export function toPublicKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === "prime256v1" ? key : null;
  } catch {
    return null;
  }
}
