import type { IncomingMessage, ServerResponse } from "node:http";
import { recordOf } from "./request-record.ts";

/** What a page's script may read of a reply besides its body. */
const exposed = [
  "X-Request-Id",
  "Retry-After",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Portico-Provider",
  "X-Portico-Attempts",
  "X-Portico-Cost",
].join(", ");
const methods = "GET, POST, PUT, PATCH, DELETE";
const oneDaySeconds = "86400";
/** Header names as HTTP has them: what a page asks leave for is repeated to it. */
const headerNames = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;

/**
 * Lets pages of these origins call the gateway; `*` is any. Keys travel in a header and not in a cookie, so
 * a foreign page gains nothing from a visitor's browser. True where the request was such a page's question for leave,
 * which is answered then.
 */
export function cors(origins: readonly string[]) {
  const isAny = origins.includes("*");
  const allowed = new Set(origins);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { origin } = request.headers;
    if (origin === undefined) return false;
    if (!isAny) response.setHeader("vary", "Origin");
    if (isAny || allowed.has(origin)) {
      response.setHeader("access-control-allow-origin", isAny ? "*" : origin);
      response.setHeader("access-control-expose-headers", exposed);
    }
    const isPreflight =
      request.method === "OPTIONS" &&
      request.headers["access-control-request-method"] !== undefined;
    if (isPreflight) answerPreflight(request, response);
    return isPreflight;
  };
}

function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(recordOf(request).headers))
    response.setHeader(name, value);
  const asked = request.headers["access-control-request-headers"];
  response.setHeader("access-control-allow-methods", methods);
  response.setHeader("access-control-max-age", oneDaySeconds);
  if (typeof asked === "string" && headerNames.test(asked))
    response.setHeader("access-control-allow-headers", asked);
  response.statusCode = 204;
  response.end();
}
