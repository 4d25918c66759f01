import type { KeyRights } from "./store/ports/key-rights.ts";
import type { SessionRecord } from "./store/ports/sessions.ts";

/** Evidence of a valid key or session. Only `access/` makes one. */
export type Caller = KeyCaller | PersonCaller;

export interface KeyCaller extends CallerFacts {
  readonly keyId: number;
  readonly kind: "ordinary" | "management";
}

/** A person who has signed in without a key: they administer by their role, and never spend. */
export interface PersonCaller extends CallerFacts {
  readonly keyId: null;
  readonly kind: "management";
  readonly session: SessionRecord;
}

interface CallerFacts {
  /** Of the key's present secret; of a person the session's id. */
  readonly keyHash: string;
  readonly organisationId: string;
  /** The key's workspace; a management key acts for its whole organisation and has its default one here. */
  readonly workspaceId: string;
  /** Of the secret that was sent: the key's present one, or an earlier one in its overlap. Null: no secret was sent. */
  readonly secretHash: string | null;
  /** The end of an earlier secret; null for the present one. */
  readonly secretExpiresAtMs: number | null;
  readonly rights: KeyRights;
  /** The workspace's revision at which all this was read: a change of the key raises it. */
  readonly revision: number;
  /** Null: the key itself was sent. */
  readonly session: SessionRecord | null;
}
