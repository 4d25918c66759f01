import { isBelow, type UriPrefix } from "../upstream/uri-prefix.ts";

/** An address in a request that an upstream would read. */
export interface Link {
  /** Where the request has it. */
  readonly place: string;
  readonly url: string;
  /** It stands in what goes on only with the workspace's own credential. */
  readonly isOwn?: true;
}

/** The addresses that an upstream may read. */
export interface LinkRules {
  /** Whether it may read web addresses: false where the upstream stands in the operator's own network. */
  readonly fetchesUrls: boolean;
  /** True: the call's credential opens what it reads. False: the identity of the machine on which it runs does. */
  readonly readsByCredential: boolean;
  /** Prefixes that the operator has opened to all callers. */
  readonly allowed: readonly UriPrefix[];
  /** Hosts whose objects belong to the account of the credential; a dot in front means every host below it. */
  readonly accountHosts: readonly string[];
}

/** Why an upstream must not be given an address. */
export type LinkFault = "fetch_urls" | "allow_uris";

/** A provider without rules of its own reads public web addresses and nothing else. */
const webAlone: LinkRules = {
  fetchesUrls: true,
  readsByCredential: true,
  allowed: [],
  accountHosts: [],
};

/**
 * An upstream may read what its caller could read. An address that only the operator's credential opens is refused,
 * unless the call uses the workspace's own credential; one that only the operator's network opens is always refused.
 */
export function linkFault(
  { url, isOwn }: Link,
  rules: LinkRules | undefined,
  byok: boolean,
): LinkFault | null {
  if (isOwn === true && !byok) return null;
  const { fetchesUrls, readsByCredential, allowed, accountHosts } = rules ?? webAlone;
  if (allowed.some((prefix) => isBelow(url, prefix))) return null;
  const isOwnAccount = byok && readsByCredential;
  const web = webAddress(url);
  if (web === null) return isOwnAccount ? null : "allow_uris";
  if (!fetchesUrls) return "fetch_urls";
  return isOwnAccount || !isOneOf(web, accountHosts) ? null : "allow_uris";
}

/** Null for an address that a reader could understand as another host than the one it seems to name. */
function webAddress(url: string): URL | null {
  const isWritten = /^https?:\/\/[^\\\s/@]+([/?#]|$)/i.test(url) && !/[\\\s]/.test(url);
  return isWritten && URL.canParse(url) ? new URL(url) : null;
}

function isOneOf({ hostname, host }: URL, hosts: readonly string[]): boolean {
  const name = hostname.replace(/\.$/, "");
  return hosts.some((known) =>
    known.startsWith(".")
      ? name === known.slice(1) || name.endsWith(known)
      : name === known || host === known,
  );
}
