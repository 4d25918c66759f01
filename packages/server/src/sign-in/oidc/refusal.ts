import { GatewayError } from "../../errors.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import { UnusableDiscovery } from "./discover.ts";
import { WrongLogoutToken } from "./logout-token.ts";

/** A sign-in that was not begun in this browser, or too long ago. */
export function unknownAttempt(): GatewayError {
  return new GatewayError("badRequest", {
    message:
      "This sign-in was not begun in this browser, or more than ten minutes ago, or it is finished already. Sign in again.",
  });
}

/**
 * Any error of a sign-in -> the failure that the person sees, with what to do about it. A token's content stays out of
 * it: messages go to pages and into the log.
 */
export function toRefusal(error: unknown, name: string): GatewayError {
  if (error instanceof GatewayError) return error;
  if (error instanceof UpstreamError)
    return new GatewayError("unavailable", {
      message: `The sign-in of ${name} does not answer. Try again soon, or sign in with a key.`,
      cause: error,
    });
  if (error instanceof UnusableDiscovery)
    return new GatewayError("providerFailed", {
      message: `The sign-in of ${name} is not set up correctly. An operator finds the mistake with \`portico doctor\`.`,
      cause: error,
    });
  if (error instanceof WrongLogoutToken)
    return new GatewayError("badRequest", {
      message: `The logout token is refused: ${error.message}.`,
      cause: error,
    });
  return byCode(error, name) ?? notTrusted(error, name);
}

/** Error codes of OAuth: nothing else of the provider's words is shown. */
const codeForm = /^[a-z_]{1,60}$/;

function byCode(error: unknown, name: string): GatewayError | null {
  if (!(error instanceof Error)) return null;
  if (error.name === "WWWAuthenticateChallengeError") return refusedClient(name);
  const code: unknown = Reflect.get(error, "error");
  if (typeof code !== "string" || !codeForm.test(code)) return null;
  if (code === "invalid_client" || code === "unauthorized_client") return refusedClient(name);
  if (code === "invalid_grant")
    return new GatewayError("badRequest", {
      message: `${name} does not accept this sign-in any more: it was used before, or it took too long. Sign in again.`,
    });
  if (error.name === "AuthorizationResponseError")
    return new GatewayError("notAllowed", {
      message: `${name} did not sign you in (${code}). Sign in again, or ask those who administer it.`,
    });
  return new GatewayError("providerFailed", {
    message: `${name} could not finish the sign-in (${code}). Sign in again.`,
  });
}

function refusedClient(name: string): GatewayError {
  return new GatewayError("providerFailed", {
    message: `${name} does not accept this gateway. An operator has to correct client_id and client_secret under console.sign_in.oidc.`,
  });
}

/** The library's messages name a claim or a header, and not its content. */
function notTrusted(error: unknown, name: string): GatewayError {
  const isOfLibrary = error instanceof Error && typeof Reflect.get(error, "code") === "string";
  const why = isOfLibrary ? `: ${error.message}` : "";
  return new GatewayError("unauthenticated", {
    message: `What ${name} said of you cannot be trusted${why}. Sign in again; if it stays, tell an operator.`,
  });
}
