import { randomUUID } from "node:crypto";
import type { Caller } from "../../caller.ts";
import { GatewayError } from "../../errors.ts";
import { hashKey, newSessionToken } from "../../secrets/key-format.ts";
import type { ActingParty, Actor } from "../../store/ports/actor.ts";
import { SignInUsed } from "../../store/ports/errors.ts";
import type { NewSession, SessionRecord } from "../../store/ports/sessions.ts";
import type { Gateway } from "../gateway.ts";
import type { Headers, Visit } from "../operation.ts";

/** The person or the key that has signed in, by any way. */
interface SignIn
  extends Pick<
    NewSession,
    "way" | "subject" | "name" | "role" | "keyId" | "secretHash" | "workspaceId" | "providerSession"
  > {
  readonly organisationId: string;
}

/** The request that signs in. */
interface SignInRequest {
  readonly visit: Visit;
  readonly requestId: string;
  /** For the audit log: the operation's id. */
  readonly action: string;
  /** The attempt at a provider, of which one session may come; left out where there is none. */
  readonly attemptId?: string | null;
}

interface StartedSession {
  readonly session: SessionRecord;
  /** With the cookie, for the reply. */
  readonly headers: Headers;
}

/**
 * Begins a session with a token that no request has had before: a token that an attacker has put into the browser before
 * the sign-in stays worthless. Its session, if it was one, ends.
 */
export async function startSession(
  gateway: Pick<Gateway, "store" | "configuration" | "signInGuard">,
  { organisationId, ...signIn }: SignIn,
  { visit, requestId, action, attemptId = null }: SignInRequest,
): Promise<StartedSession> {
  const { sessions } = gateway.store;
  gateway.signInGuard.begin(`${organisationId} ${signIn.way} ${signIn.subject}`);
  const { lifetimeMs, idleMs } = gateway.configuration.console.session;
  const id = randomUUID();
  const token = newSessionToken();
  const actor: Actor = {
    organisationId,
    action,
    requestId,
    by: signedIn({ ...signIn, id }),
    clientIp: visit.address,
  };
  for (const sent of visit.sentTokens) {
    const before = await sessions.find(hashKey(sent));
    if (before !== null)
      await sessions.end({ ...actor, organisationId: before.organisationId }, before.id);
  }
  const session = await sessions.begin(actor, {
    ...signIn,
    id,
    tokenHash: hashKey(token),
    lifetimeMs,
    idleMs,
    address: visit.address,
    userAgent: visit.userAgent,
    attemptId,
  });
  return { session, headers: visit.sessionCookie(token, Math.floor(lifetimeMs / 1000)) };
}

/** Who acts, as the audit log names them. */
export function partyOf(caller: Caller): ActingParty {
  if (caller.keyId === null) return signedIn({ ...caller.session, keyId: null });
  const { keyId, session } = caller;
  return session === null ? { type: "key", keyId } : signedIn({ ...session, keyId });
}

function signedIn({
  id,
  keyId,
  subject,
  name,
}: Pick<SessionRecord, "id" | "keyId" | "subject" | "name">): ActingParty {
  return keyId === null
    ? { type: "user", sessionId: id, subject, name }
    : { type: "key", keyId, sessionId: id };
}

/** Begins the session of a person without a key. Returns the headers of the reply, with the cookie. */
export async function beginForPerson(
  gateway: Gateway,
  person: Omit<SignIn, "organisationId" | "workspaceId" | "keyId" | "secretHash">,
  request: Omit<SignInRequest, "action">,
): Promise<Headers> {
  const identity = await gateway.store.firstIdentity();
  if (identity === null) throw new GatewayError("unavailable");
  const { organisationId, workspaceId } = identity;
  try {
    const { headers } = await startSession(
      gateway,
      { ...person, organisationId, workspaceId, keyId: null, secretHash: null },
      { ...request, action: "createSession" },
    );
    return headers;
  } catch (error) {
    if (!(error instanceof SignInUsed)) throw error;
    throw new GatewayError("badRequest", {
      message: "This sign-in is finished already. Sign in again.",
      cause: error,
    });
  }
}
