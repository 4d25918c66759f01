import type { IncomingMessage } from "node:http";
import { foreignPage } from "@portico/core/rules/refused-callers";
import { GatewayError } from "../../errors.ts";
import { isFromOwnPage, sessionTokensIn } from "./session-cookie.ts";

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

function refused(message: string): GatewayError {
  return new GatewayError("unauthenticated", { message });
}
