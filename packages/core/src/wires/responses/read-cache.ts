import type { Schema } from "@portico/contract/facts";
import type { RespondCall } from "../../model-call/respond-call.ts";

type Caching = Pick<RespondCall, "cacheKey" | "cacheRetention">;

/** What a request says of its vendor's prompt cache. */
export function readCache(body: Schema<"ResponseRequest">): Caching {
  const { prompt_cache_key: cacheKey, prompt_cache_retention: cacheRetention } = body;
  return { ...(cacheKey && { cacheKey }), ...(cacheRetention && { cacheRetention }) };
}
