import type { JWK } from "jose";
import type { WholeFetch } from "../../upstream/whole-fetch.ts";

const freshMs = 10 * 60 * 1000;
/** A message with a key that is not known makes the gateway ask again, but no flood of them makes it ask more often. */
const pauseMs = 1_000;

/** Finds a provider's public key. Without an id, the provider must have one key alone. */
export function createProviderKeys(
  fetch: WholeFetch,
  steadyNowMs: () => number = () => performance.now(),
): (address: string, kid: string | null) => Promise<JWK | null> {
  let keys: readonly JWK[] = [];
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const find = (kid: string | null): JWK | null => {
    const meant = kid === null ? keys : keys.filter((key) => key.kid === kid);
    return meant.length === 1 ? (meant[0] ?? null) : null;
  };
  const read = async (address: string): Promise<void> => {
    readAtMs = steadyNowMs();
    try {
      keys = await readKeys(address, fetch);
    } finally {
      reading = null;
    }
  };
  return async (address, kid) => {
    const age = steadyNowMs() - readAtMs;
    const known = age < freshMs ? find(kid) : null;
    // A provider does not send its message again: those that come during a reading wait for it.
    if (known !== null || (reading === null && age < pauseMs)) return known;
    reading ??= read(address);
    await reading;
    return find(kid);
  };
}

async function readKeys(address: string, fetch: WholeFetch): Promise<readonly JWK[]> {
  const response = await fetch(address, { method: "GET", headers: { accept: "application/json" } });
  const document: unknown = await response.json().catch(() => null);
  const listed: unknown = Reflect.get(Object(document), "keys");
  if (!Array.isArray(listed)) return [];
  return listed.filter(
    (key): key is JWK => typeof key === "object" && key !== null && key.use !== "enc",
  );
}
