import type { KeyRights } from "./store/ports/key-rights.ts";

/** Evidence of a valid key. Only `authenticate` makes one. */
export interface Caller {
  readonly keyId: number;
  /** Of the key's present secret. */
  readonly keyHash: string;
  readonly kind: "ordinary" | "management";
  readonly organisationId: string;
  /** The key's workspace; a management key acts for its whole organisation and has its default one here. */
  readonly workspaceId: string;
  /** Of the secret that was sent: the key's present one, or an earlier one in its overlap. */
  readonly secretHash: string;
  /** The end of an earlier secret; null for the present one. */
  readonly secretExpiresAtMs: number | null;
  readonly rights: KeyRights;
  /** The workspace's revision at which all this was read: a change of the key raises it. */
  readonly revision: number;
}
