import type { WholeFetch } from "../../upstream/whole-fetch.ts";

/** The configuration allows http for an issuer on this machine alone. */
export function mayBePlain(issuer: string): boolean {
  return new URL(issuer).protocol === "http:";
}

/**
 * The options of every request to a provider. The library calls its option for http deprecated, so that it stands out
 * in a review: it is asked for by name, in this place alone.
 */
export function fetchOptions(
  oauth: typeof import("oauth4webapi"),
  issuer: string,
  fetch: WholeFetch,
) {
  const allowsPlain: symbol = Reflect.get(oauth, "allowInsecureRequests");
  const plain: Readonly<Record<symbol, boolean>> = { [allowsPlain]: mayBePlain(issuer) };
  return { ...plain, [oauth.customFetch]: fetch };
}
