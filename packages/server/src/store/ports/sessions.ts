import type { Actor } from "./actor.ts";
import type { Listed, Page } from "./page.ts";

export type SessionWay = "key" | "oidc" | "proxy";

/** Of people, who sign in without a key. */
export type PersonRole = "viewer" | "billing" | "operator" | "admin";

/** `holder`: what one ordinary key may do. */
export type SessionRole = PersonRole | "holder";

export interface NewSession {
  /** A UUID of the caller's choice, because the audit log names it as the actor's. */
  readonly id: string;
  /** SHA-256 of the cookie's value, in hex. */
  readonly tokenHash: string;
  readonly workspaceId: string;
  readonly way: SessionWay;
  /** The name that never changes: a person's id, or `key:<number>`. */
  readonly subject: string;
  readonly name: string;
  readonly role: SessionRole;
  /** Both null for a person without a key. */
  readonly keyId: number | null;
  readonly secretHash: string | null;
  /** Its end, however much it is used. */
  readonly lifetimeMs: number;
  /** Its end without use. */
  readonly idleMs: number;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** The attempt at a provider of which this session comes, where there was one. */
  readonly attemptId?: string | null;
  /** The provider's own name of the session (`sid`), where it gave one. */
  readonly providerSession?: string | null;
}

/** What a provider says has ended there: a person's session, or without a name all of the person's. */
export interface EndAtProvider {
  readonly subject: string | null;
  readonly providerSession: string | null;
  /** Of the message, which counts once. */
  readonly useId: string;
}

export interface SessionRecord
  extends Omit<
    NewSession,
    "tokenHash" | "secretHash" | "lifetimeMs" | "idleMs" | "attemptId" | "providerSession"
  > {
  readonly createdAtMs: number;
  /** To the minute. */
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
  readonly idleExpiresAtMs: number;
}

export interface FoundSession extends SessionRecord {
  readonly organisationId: string;
  readonly secretHash: string | null;
  /** Of its workspace. */
  readonly revision: number;
}

/** Who has begun sessions: the same key, or the same person by the same way. */
export interface SessionOwner {
  readonly way: SessionWay;
  readonly subject: string;
}

/**
 * A session that has ended is not found by any method: it is too old, was not used for too long, was ended, or its key
 * may not be used any more. A rotated key keeps its sessions until the secret of their sign-in ends.
 */
export interface SessionStore {
  /** Throws SignInUsed where a session came of the attempt before. Beyond 20 of one owner the oldest end. */
  begin(actor: Actor, session: NewSession): Promise<SessionRecord>;
  /** The session of a token, by its hash. */
  find(tokenHash: string): Promise<FoundSession | null>;
  /** Those of the sessions that have ended. */
  ended(ids: readonly string[]): Promise<readonly string[]>;
  /** Notes that it was used. */
  seen(id: string): Promise<void>;
  /** Newest first; of one owner, or of the whole organisation. */
  list(
    organisationId: string,
    page: Page & { readonly owner?: SessionOwner },
  ): Promise<Listed<SessionRecord>>;
  /** False if there is no such session, or it is not the owner's. */
  end(actor: Actor, id: string, owner?: SessionOwner): Promise<boolean>;
  /** Ends all sessions of one owner, or of the whole organisation, and returns how many there were. */
  endAll(actor: Actor, owner?: SessionOwner): Promise<number>;
  /** Ends what has ended at the provider, and returns how many there were. Throws SignInUsed for a message that came before. */
  endAtProvider(actor: Actor, ended: EndAtProvider): Promise<number>;
  /** Removes the rows of sessions that have ended by time. */
  prune(nowMs: number): Promise<number>;
}
