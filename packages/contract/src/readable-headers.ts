/**
 * The headers of replies that a script in a page of another origin may read, as `Access-Control-Expose-Headers` has them: all
 * that the contract lists, but for cookies, which no script reads.
 */
export const readableHeaders = [
  "X-Request-Id",
  "request-id",
  "X-Generation-Id",
  "Idempotent-Replayed",
  "Retry-After",
  "Allow",
  "Link",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Portico-Provider",
  "X-Portico-Attempts",
  "X-Portico-Cost",
  "X-Portico-Notice",
  "X-Portico-Cache",
  "X-Portico-Data-Age",
].join(", ");
