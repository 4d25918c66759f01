import type { IncomingMessage } from "node:http";
import { endedSession } from "@portico/core/rules/refused-callers";
import type { AuthenticateSession } from "../../access/authenticate-session.ts";
import { accessFault } from "../../access/check-access.ts";
import type { Caller } from "../../caller.ts";
import { GatewayError } from "../../errors.ts";
import type { SignIn } from "../../sign-in/sign-in.ts";
import type { Route } from "../contract/located-operation.ts";
import { recordOf } from "../request/request-record.ts";
import { noSessionCookie } from "./session-cookie.ts";

/**
 * A session that a proxy's header has begun counts only while that proxy names the same person, with the same role:
 * another person may use the browser by now. Sessions of a way that the operator has switched off have ended. Throws a
 * GatewayError.
 */
function checkNamed({ session }: Caller, request: IncomingMessage, { oidc, proxy }: SignIn): void {
  if (session === null || session.way === "key") return;
  if (session.way === "oidc") {
    if (oidc === null) throw ended();
    return;
  }
  const person = proxy?.personOf(request) ?? null;
  if (person?.subject !== session.subject || person.role !== session.role) throw ended();
}

function ended(): GatewayError {
  return new GatewayError("unauthenticated", { message: endedSession });
}

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
