import type { IncomingMessage } from "node:http";
import { sessionCookie } from "@portico/core/rules/session-cookie";
import { GatewayError } from "../../errors.ts";
import type { Visit } from "../../operations/operation.ts";
import type { SignIn } from "../../sign-in/sign-in.ts";
import { askedOrigin } from "./asked-origin.ts";
import { isFromForeignPage, noSessionCookie, sessionTokensIn } from "./session-cookie.ts";

/** As much as a list of sessions shows. */
const longestUserAgent = 300;

export interface VisitParts {
  readonly clientIp: string | null;
  readonly trustsForwarded: boolean;
  readonly signIn: Pick<SignIn, "proxy">;
}

export function browserRequestOf(
  request: IncomingMessage,
  { clientIp, trustsForwarded, signIn }: VisitParts,
): Visit {
  const origin = askedOrigin(request, trustsForwarded);
  return {
    address: clientIp,
    userAgent: request.headers["user-agent"]?.slice(0, longestUserAgent) ?? null,
    sentTokens: sessionTokensIn(request, trustsForwarded),
    isForeign: isFromForeignPage(request, trustsForwarded),
    isNamed: () => isNamed(request, signIn),
    sessionCookie: (token, maxAgeSeconds) => ({
      "set-cookie": sessionCookie(origin, token, maxAgeSeconds),
    }),
    noSessionCookie: () => noSessionCookie(request, trustsForwarded),
  };
}

/** Also where the proxy names a person without a role: the page of the sign-in says what to do. */
function isNamed(request: IncomingMessage, { proxy }: Pick<SignIn, "proxy">): boolean {
  try {
    return proxy !== null && proxy.personOf(request) !== null;
  } catch (error) {
    if (error instanceof GatewayError) return true;
    throw error;
  }
}
