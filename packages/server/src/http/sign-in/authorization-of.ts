import type { IncomingMessage } from "node:http";
import { foreignPage, noKeyInHeaders, twoKeys } from "@portico/core/rules/refused-callers";
import { GatewayError } from "../../errors.ts";
import type { Route } from "../contract/located-operation.ts";
import { isFromOwnPage, sessionTokensIn } from "./session-cookie.ts";

/** The key from the `Authorization` header, or from `x-api-key` for the operations that accept that. */
export function authorizationOf(
  { takesKeyHeader }: Pick<Route, "takesKeyHeader">,
  request: Pick<IncomingMessage, "headers" | "rawHeaders">,
): string | undefined {
  refuseTwo(
    request,
    "authorization",
    "Authorization headers were sent. Send one, of the form Bearer <API_KEY>.",
  );
  const { authorization } = request.headers;
  if (!takesKeyHeader) return authorization;
  const key = request.headers["x-api-key"];
  if (key === undefined) return authorization ?? refuseNone();
  refuseTwo(request, "x-api-key", "x-api-key headers were sent. Send one.");
  // Client libraries without a key for this header may send it empty.
  if (typeof key !== "string" || key.trim() === "") return authorization ?? refuseNone();
  const ofKey = `Bearer ${key.trim()}`;
  if (authorization === undefined || isSame(authorization, ofKey)) return ofKey;
  throw refused(twoKeys);
}

/** Node reads the first of them or joins them; a proxy on the way may have checked the other one. */
function refuseTwo(
  { rawHeaders }: Pick<IncomingMessage, "rawHeaders">,
  header: string,
  says: string,
) {
  const sent = rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.length === header.length && name.toLowerCase() === header,
  );
  if (sent.length > 1) throw refused(`Two ${says}`);
}

function refuseNone(): never {
  throw refused(noKeyInHeaders);
}

/** The scheme's name may be written in any case, with any number of blanks after it. */
function isSame(authorization: string, ofKey: string): boolean {
  return authorization.trim().replace(/^bearer +/i, "Bearer ") === ofKey;
}

function refused(message: string): GatewayError {
  return new GatewayError("unauthenticated", { message });
}

/**
 * The session's token, where the request has no key and a page of the gateway has sent it; null where the request goes by
 * its key. Throws 401 for a cookie that does not count, so that the reason is in the message.
 */
export function sessionTokenOf(
  request: Pick<IncomingMessage, "headers">,
  trustsForwarded: boolean,
): string | null {
  const { headers } = request;
  if (headers.authorization !== undefined || headers["x-api-key"] !== undefined) return null;
  const [token, ...others] = sessionTokensIn(request, trustsForwarded);
  if (token === undefined) return null;
  if (!isFromOwnPage(request, trustsForwarded)) throw refused(foreignPage);
  if (others.length > 0)
    throw refused("Several sessions were sent. Sign in again, in a browser without the others.");
  return token;
}
