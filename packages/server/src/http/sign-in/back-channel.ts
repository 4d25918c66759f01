import { createHash } from "node:crypto";
import type { Express, Request, RequestHandler, Response } from "express";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../../operations/gateway.ts";
import type { OidcSignIn } from "../../sign-in/oidc/oidc.ts";
import type { Actor } from "../../store/ports/actor.ts";
import { SignInUsed } from "../../store/ports/errors.ts";
import { waitsForLeave } from "../body/unread-body.ts";
import { clientIpOf, type TrustedProxies } from "../request/client-ip.ts";
import { recordOf } from "../request/request-record.ts";

export interface BackChannelParts {
  readonly signIn: { readonly oidc: OidcSignIn | null };
  readonly gateway: () => Gateway;
  readonly trustedProxies: TrustedProxies;
}

/** The address that the provider itself calls. It is below that of the browser's log-out. */
const path = "/console/sign-out/oidc/backchannel";
/** A token is a part of it. */
const longestForm = 32 * 1024;

/**
 * OpenID Connect Back-Channel Logout 1.0: the provider says that a session there has ended, and the sessions that came of
 * it end too. The token's signature is the only credential.
 */
export function mountBackChannel(app: Express, parts: BackChannelParts): void {
  app.all(path, postOnly, (request, response) => endSessions(parts, request, response));
}

const postOnly: RequestHandler = ({ method }, _, next) => {
  if (method !== "POST") throw new GatewayError("methodNotAllowed", { headers: { allow: "POST" } });
  next();
};

async function endSessions(
  { signIn: { oidc }, gateway, trustedProxies }: BackChannelParts,
  request: Request,
  response: Response,
): Promise<void> {
  if (oidc === null)
    throw new GatewayError("notFound", {
      message: "This gateway does not offer this way to sign in.",
    });
  if (waitsForLeave(request)) response.writeContinue();
  const form = new URLSearchParams(await readForm(request));
  const [token, ...others] = form.getAll("logout_token");
  if (token === undefined || others.length > 0)
    throw new GatewayError("badRequest", { message: "The form must have one logout_token." });
  const { jti, ...ended } = await oidc.loggedOut(token);
  const { store } = gateway();
  const identity = await store.firstIdentity();
  if (identity === null) throw new GatewayError("unavailable");
  const actor: Actor = {
    organisationId: identity.organisationId,
    action: "backChannelLogout",
    by: { type: "system" },
    clientIp: clientIpOf(request, trustedProxies),
    requestId: recordOf(request).requestId,
  };
  const useId = `logout ${createHash("sha256").update(jti).digest("base64url")}`;
  try {
    await store.sessions.endAtProvider(actor, { ...ended, useId });
  } catch (error) {
    if (!(error instanceof SignInUsed)) throw error;
    throw new GatewayError("badRequest", {
      message: "The logout token is refused: it was used before.",
      cause: error,
    });
  }
  response.statusCode = 200;
  response.setHeader("cache-control", "no-store");
  response.end();
}

async function readForm(request: Request): Promise<string> {
  const type = request.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new GatewayError("unsupportedMediaType", {
      message: "The body must be application/x-www-form-urlencoded.",
    });
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    size += piece.length;
    if (size > longestForm) throw new GatewayError("tooLarge");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("latin1");
}
