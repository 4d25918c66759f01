import { GatewayError } from "../../errors.ts";
import { SignInUsed } from "../../store/ports/errors.ts";
import type { PersonRole, SessionWay } from "../../store/ports/sessions.ts";
import type { Gateway } from "../gateway.ts";
import type { Headers, Visit } from "../operation.ts";
import { startSession } from "./start-session.ts";

/** Who a provider or a proxy says that the browser belongs to. */
export interface NamedPerson {
  readonly way: Exclude<SessionWay, "key">;
  readonly subject: string;
  readonly name: string;
  readonly role: PersonRole;
  readonly providerSession: string | null;
}

export interface PersonsVisit {
  readonly visit: Visit;
  readonly requestId: string;
  /** The attempt at a provider, of which one session may come; null where there is none. */
  readonly attemptId: string | null;
}

/** Begins the session of a person without a key. Returns the headers of the reply, with the cookie. */
export async function beginForPerson(
  gateway: Gateway,
  person: NamedPerson,
  { visit, requestId, attemptId }: PersonsVisit,
): Promise<Headers> {
  const identity = await gateway.store.firstIdentity();
  if (identity === null) throw new GatewayError("unavailable");
  const { organisationId, workspaceId } = identity;
  try {
    const { headers } = await startSession(
      gateway,
      { ...person, organisationId, workspaceId, keyId: null, secretHash: null },
      { visit, requestId, action: "createSession", attemptId },
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
