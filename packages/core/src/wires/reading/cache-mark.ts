import type { CacheMark } from "../../model-call/respond-call.ts";

/** A part, a message or a tool of any wire that has marks for a cache. */
export interface Marked {
  readonly cache_control?: { readonly ttl?: string | null } | null;
}

/** The mark, for the part that its holder becomes. Lifetimes that are not known count as none. */
export function cacheOf({ cache_control: mark }: Marked): { readonly cache?: CacheMark } {
  if (mark === null || mark === undefined) return {};
  return { cache: mark.ttl === "5m" || mark.ttl === "1h" ? { ttl: mark.ttl } : {} };
}
