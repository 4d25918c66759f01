import type { IncomingMessage } from "node:http";
import type { AuthenticateSession } from "../../access/authenticate-session.ts";
import { accessFault } from "../../access/check-access.ts";
import type { Caller } from "../../caller.ts";
import { GatewayError } from "../../errors.ts";
import type { SignIn } from "../../sign-in/sign-in.ts";
import type { Route } from "../contract/located-operation.ts";
import { recordOf } from "../request/request-record.ts";
import { checkNamed } from "./check-named.ts";
import { noSessionCookie } from "./session-cookie.ts";

interface Parts {
  readonly authenticateSession: AuthenticateSession;
  readonly signIn: SignIn;
  readonly trustsForwarded: boolean;
}

/**
 * The caller of a session, where it may call this operation. Nothing of a session is remembered, so its rights need no
 * second look. Throws a GatewayError: 401 or 403.
 */
export async function authenticatedSession(
  parts: Parts,
  { route, request }: { readonly route: Route; readonly request: IncomingMessage },
  clientIp: string | null,
  token: string,
): Promise<Caller> {
  const caller = await liveCaller(parts, request, token);
  const fault = accessFault(caller, route, clientIp);
  if (fault !== null) throw fault;
  return caller;
}

async function liveCaller(
  { authenticateSession, signIn, trustsForwarded }: Parts,
  request: IncomingMessage,
  token: string,
): Promise<Caller> {
  try {
    const caller = await authenticateSession(token);
    checkNamed(caller, request, signIn);
    return caller;
  } catch (error) {
    // A store that fails ends no session.
    if (error instanceof GatewayError && error.kind === "unauthenticated") {
      const record = recordOf(request);
      record.headers = { ...record.headers, ...noSessionCookie(request, trustsForwarded) };
    }
    throw error;
  }
}
