import type { Caller } from "../../caller.ts";
import type { ActingParty } from "../../store/ports/actor.ts";

/** Who acts, as the audit log names them. */
export function partyOf(caller: Caller): ActingParty {
  if (caller.keyId === null) {
    const { id, subject, name } = caller.session;
    return { type: "user", sessionId: id, subject, name };
  }
  const { keyId, session } = caller;
  return session === null ? { type: "key", keyId } : { type: "key", keyId, sessionId: session.id };
}
