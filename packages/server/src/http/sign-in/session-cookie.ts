import type { IncomingMessage } from "node:http";
import * as rule from "@portico/core/rules/session-cookie";
import { askedOrigin } from "./asked-origin.ts";

type Request = Pick<IncomingMessage, "headers">;

/** The values of our cookie, each once. */
export function sessionTokensIn(request: Request, trustsForwarded: boolean): readonly string[] {
  const { cookie } = request.headers;
  return cookie === undefined
    ? []
    : rule.sessionTokens(cookie, askedOrigin(request, trustsForwarded));
}

/** The header with which a browser drops the cookie. */
export function noSessionCookie(request: Request, trustsForwarded: boolean) {
  return { "set-cookie": rule.sessionCookie(askedOrigin(request, trustsForwarded), "", 0) };
}

export function isFromOwnPage(request: Request, trustsForwarded: boolean): boolean {
  return rule.isFromOwnPage(request.headers, askedOrigin(request, trustsForwarded));
}

/** Whether a browser says that a page of another site has sent the request. */
export function isFromForeignPage(request: Request, trustsForwarded: boolean): boolean {
  return rule.isFromForeignPage(request.headers, askedOrigin(request, trustsForwarded));
}
