import type { IncomingMessage } from "node:http";
import type { Visit } from "../operations/operation.ts";
import { askedOrigin } from "./asked-origin.ts";
import { isFromForeignPage, sessionCookie, sessionTokensIn } from "./session-cookie.ts";

/** As much as a list of sessions shows. */
const longestUserAgent = 300;

export function visitOf(
  request: Pick<IncomingMessage, "headers">,
  clientIp: string | null,
  trustsForwarded: boolean,
): Visit {
  const origin = askedOrigin(request, trustsForwarded);
  const cookie = (token: string, maxAgeSeconds: number) => ({
    "set-cookie": sessionCookie(origin, token, maxAgeSeconds),
  });
  return {
    address: clientIp,
    userAgent: request.headers["user-agent"]?.slice(0, longestUserAgent) ?? null,
    sentTokens: sessionTokensIn(request, trustsForwarded),
    isForeign: isFromForeignPage(request, trustsForwarded),
    sessionCookie: cookie,
    noSessionCookie: () => cookie("", 0),
  };
}
