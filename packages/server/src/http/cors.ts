import type { IncomingMessage, ServerResponse } from "node:http";
import { readableHeaders } from "@portico/contract/readable-headers";
import type { Headers } from "../operations/operation.ts";
import { recordOf } from "./request/request-record.ts";

const methods = "GET, POST, PUT, PATCH, DELETE";
const oneDaySeconds = "86400";
/** Header names as HTTP has them: the reply to a preflight repeats the ones that the page asked for. */
const headerNames = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;

/**
 * Allows pages of these origins to call the gateway; `*` is any origin. Keys travel in a header, and
 * no reply allows credentials: the console's cookie counts from the gateway's own pages alone (session-cookie.ts). Returns true if this was a CORS preflight; its response
 * has been sent.
 */
export function cors(origins: readonly string[]) {
  const headersFor = leaveOf(origins);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { origin } = request.headers;
    if (origin === undefined) return false;
    for (const [name, value] of Object.entries(headersFor(origin))) response.setHeader(name, value);
    if (!isPreflight(request)) return false;
    answerPreflight(request, response);
    return true;
  };
}

function leaveOf(origins: readonly string[]): (origin: string) => Headers {
  if (origins.includes("*"))
    return () => ({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": readableHeaders,
    });
  const allowed = new Set(origins);
  return (origin) => ({
    vary: "Origin",
    ...(allowed.has(origin)
      ? { "access-control-allow-origin": origin, "access-control-expose-headers": readableHeaders }
      : {}),
  });
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
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
