import type { Request, RequestHandler, Response } from "express";
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
 * a foreign page gains nothing from a visitor's browser.
 */
export function cors(origins: readonly string[]): RequestHandler {
  const isAny = origins.includes("*");
  const allowed = new Set(origins);
  return (request, response, next) => {
    const { origin } = request.headers;
    if (origin === undefined) return next();
    if (!isAny) response.setHeader("vary", "Origin");
    if (isAny || allowed.has(origin)) {
      response.setHeader("access-control-allow-origin", isAny ? "*" : origin);
      response.setHeader("access-control-expose-headers", exposed);
    }
    return isPreflight(request) ? answerPreflight(request, response) : next();
  };
}

function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

function answerPreflight(request: Request, response: Response): void {
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
