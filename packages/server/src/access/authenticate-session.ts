import { endedSession } from "@portico/core/rules/refused-callers";
import type { Caller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import { hashKey, isSessionToken } from "../secrets/key-format.ts";
import { type KeyScope, unrestricted } from "../store/ports/key-rights.ts";
import type { KeyStore } from "../store/ports/keys.ts";
import type { FoundSession, PersonRole, SessionStore } from "../store/ports/sessions.ts";
import { usableKey } from "./authenticate.ts";

/** For the operations that look at the scope of a management key, such as those that show content. */
const scopeOfRole: Readonly<Record<PersonRole, KeyScope>> = {
  viewer: "read_only",
  billing: "spend",
  operator: "all",
  admin: "all",
};

/**
 * Returns the caller of a session, or throws a GatewayError of status 401. Every request reads the store: a session that
 * was ended on another node is refused by the next one.
 */
export type AuthenticateSession = (token: string) => Promise<Caller>;

export interface AuthenticateSessionParts {
  readonly sessions: Pick<SessionStore, "find" | "seen">;
  readonly keys: Pick<KeyStore, "findByHash">;
  /** The store's clock. */
  readonly nowMs?: () => number;
}

/** The times of last use are to the minute, so that reading a page of the console does not write. */
const seenEveryMs = 60_000;

export function createAuthenticateSession({
  sessions,
  keys,
  nowMs = Date.now,
}: AuthenticateSessionParts): AuthenticateSession {
  return async (token) => {
    const session = isSessionToken(token) ? await sessions.find(hashKey(token)) : null;
    if (session === null) throw ended();
    const caller = await callerOf(session, keys, nowMs());
    // A store that is full or read-only still answers what it holds.
    if (Date.now() - session.lastSeenAtMs >= seenEveryMs)
      await sessions.seen(session.id).catch(() => {});
    return caller;
  };
}

/** A session of a key has the rights that the key has now. */
async function callerOf(
  session: FoundSession,
  keys: AuthenticateSessionParts["keys"],
  nowMs: number,
): Promise<Caller> {
  if (session.secretHash === null) return personOf(session);
  const { caller } = usableKey(await keys.findByHash(session.secretHash), nowMs);
  return { ...caller, session };
}

function personOf(session: FoundSession): Caller {
  const { id, role, organisationId, workspaceId, revision } = session;
  // The sign-in of a person never gives this role, which belongs to keys.
  if (role === "holder") throw ended();
  return {
    keyId: null,
    kind: "management",
    keyHash: id,
    secretHash: null,
    secretExpiresAtMs: null,
    organisationId,
    workspaceId,
    revision,
    rights: {
      ...unrestricted,
      scope: scopeOfRole[role],
    },
    session,
  };
}

/** The same for a session that has ended and one that never was. */
function ended(): GatewayError {
  return new GatewayError("unauthenticated", { message: endedSession });
}
