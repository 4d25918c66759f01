import type { IncomingMessage } from "node:http";
import type { Caller } from "../../caller.ts";
import { GatewayError } from "../../errors.ts";
import type { SignIn } from "../../sign-in/sign-in.ts";

/**
 * A session that a proxy's header has begun counts only while that proxy names the same person, with the same role:
 * another person may use the browser by now. Sessions of a way that the operator has switched off have ended. Throws a
 * GatewayError.
 */
export function checkNamed(
  { session }: Caller,
  request: IncomingMessage,
  { oidc, proxy }: SignIn,
): void {
  if (session === null || session.way === "key") return;
  if (session.way === "oidc") {
    if (oidc === null) throw ended();
    return;
  }
  const person = proxy?.personOf(request) ?? null;
  if (person?.subject !== session.subject || person.role !== session.role) throw ended();
}

function ended(): GatewayError {
  return new GatewayError("unauthenticated", { message: "The session has ended. Sign in again." });
}
