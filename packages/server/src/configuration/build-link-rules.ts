import type { LinkRules } from "../routing/links.ts";
import { readUriPrefix } from "../upstream/uri-prefix.ts";
import type { Path } from "./document.ts";
import { isCloud } from "./presets/vendors.ts";
import type { ProviderEntry } from "./provider-schema.ts";
import { upstreamPlace } from "./upstream-place.ts";

/** Google reads addresses at its own hosts with the rights of the calling account: files, buckets, videos. */
const googleHosts = [".googleapis.com", ".google.com", ".youtube.com", ".youtu.be"] as const;
const readByGoogle: ReadonlySet<string | undefined> = new Set(["gemini", "vertex"]);

/** The addresses that callers may have a provider read: as configured, else only those that are open to everyone. */
export function buildLinkRules(
  { fetch_urls: fetchUrls, allow_uris: allowUris = [] }: ProviderEntry,
  { kind, baseUrl }: { readonly kind: string | undefined; readonly baseUrl: string | undefined },
  report: (path: Path, message: string) => void,
): LinkRules {
  const isVendors = upstreamPlace(kind, baseUrl) === "vendor";
  return {
    fetchesUrls: fetchUrls ?? isVendors,
    readsByCredential: isVendors || isCloud(kind),
    allowed: allowUris.flatMap((text, index) => {
      const prefix = readUriPrefix(text);
      if (typeof prefix !== "string") return [prefix];
      report(["allow_uris", index], prefix);
      return [];
    }),
    accountHosts: [
      ...(baseUrl === undefined ? [] : [new URL(baseUrl).host]),
      ...(readByGoogle.has(kind) ? googleHosts : []),
    ],
  };
}
