import type { KeyCaller } from "../../caller.ts";
import type { Actor } from "./actor.ts";
import type { KeyRights } from "./key-rights.ts";
import type { FallenKey, RateState } from "./money.ts";
import type { NewNotice } from "./outbox.ts";
import type { Listed, Page } from "./page.ts";

export interface KeyStore {
  /** By SHA-256 of the whole key, in hex, also of an earlier secret. Finds keys that are disabled, expired or deleted, too. */
  findByHash(hash: string): Promise<FoundKey | null>;
  /** Rejects with KeyTaken where the hash is, or was, that of a key. */
  create(actor: Actor, key: NewKey): Promise<KeyRecord>;
  list(organisationId: string, query: KeyQuery): Promise<KeyPage>;
  /** By number, or by the hash of its present secret or of an earlier one. */
  get(organisationId: string, id: string): Promise<KeyRecord | null>;
  /** A key as its own holder sees it; null if it was deleted. */
  own(keyId: number): Promise<OwnKey | null>;
  /** The keys of these, by number, that may not be used any more. */
  fallen(ids: readonly number[], nowMs: number): Promise<readonly FallenKey[]>;
  /** Those of these secrets, by hash, whose keys have been rotated and whose overlap has ended. */
  endedSecrets(hashes: readonly string[], nowMs: number): Promise<readonly string[]>;
  /**
   * Gives the key a new secret; the present one stays valid for the overlap, and earlier ones at most as long. Rejects
   * with TooManySecrets.
   */
  rotate(actor: Actor, id: string, secret: NewSecret): Promise<KeyRecord | null>;
  /** Rejects with LastManagementKey if the organisation would have no usable management key left. */
  update(actor: Actor, id: string, change: KeyChange): Promise<KeyRecord | null>;
  /** Rejects with LastManagementKey in the same way. */
  delete(actor: Actor, id: string): Promise<boolean>;
  /** Marks the keys that were found exposed, each once, together with their notices. */
  expose(report: ExposureReport): Promise<readonly ExposedKey[]>;
}

export interface KeyPage extends Listed<KeyRecord> {
  /** The last key of this page; null if none is left behind it. */
  readonly next: KeyPlace | null;
}

export interface FoundKey {
  readonly caller: KeyCaller;
  readonly deleted: boolean;
  readonly disabled: boolean;
  readonly expiresAtMs: number | null;
}

export interface NewSecret {
  readonly hash: string;
  readonly label: string;
  readonly overlapMs: number;
}

export type LimitReset = "daily" | "weekly" | "monthly";

export interface NewKey extends KeyRights {
  readonly hash: string;
  readonly label: string;
  readonly name: string;
  readonly kind: "ordinary" | "management";
  readonly workspaceId: string;
  readonly limitNanousd: number | null;
  readonly limitReset: LimitReset | null;
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly expiresAtMs: number | null;
  readonly createdBy: string | null;
  /** The address for notices if the key is found exposed; null: the addresses of the operator's configuration. */
  readonly ownerEmail: string | null;
}

export type KeyChange = {
  readonly [Field in
    | "name"
    | "disabled"
    | "limitNanousd"
    | "limitReset"
    | "requestsPerMinute"
    | "tokensPerMinute"
    | "expiresAtMs"
    | "ownerEmail"
    | keyof KeyRights]?: KeyRecord[Field] | undefined;
};

export interface KeyRecord extends NewKey {
  readonly id: number;
  readonly disabled: boolean;
  /** In the limit's current period; equal to `usageNanousd` if the limit never resets. */
  readonly spentNanousd: number;
  readonly heldNanousd: number;
  readonly usageNanousd: number;
  readonly usageDailyNanousd: number;
  readonly usageWeeklyNanousd: number;
  readonly usageMonthlyNanousd: number;
  /** When and where the key was found exposed; null if it was not. */
  readonly exposedAtMs: number | null;
  readonly exposedSource: string | null;
  readonly exposedUrl: string | null;
  /** When its present secret was made; null if it still has its first one. */
  readonly rotatedAtMs: number | null;
  /** The end of its last earlier secret, which may have passed; null if it still has its first one. */
  readonly previousSecretExpiresAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number | null;
}

/** A key with what is left of its rates now, and what requests with credentials of its workspace cost elsewhere. */
export interface OwnKey {
  readonly record: KeyRecord;
  readonly requests: RateState | null;
  readonly tokens: RateState | null;
  /** Null if the key has no limit of requests in flight. */
  readonly requestsInFlight: number | null;
  /** In nanodollars, estimated from our prices; as far back as the ledger goes. */
  readonly byokUsage: {
    readonly all: number;
    readonly day: number;
    readonly week: number;
    readonly month: number;
  };
}

/** The place where a key was found, without the key. */
export interface KeySighting {
  readonly source: string | null;
  readonly url: string | null;
}

export interface ExposureReport {
  /** Null: keys of every organisation, because a scanner does not belong to one. */
  readonly organisationId: string | null;
  /** The actor for the audit log of this organisation. */
  readonly actorIn: (organisationId: string) => Actor;
  readonly hashes: readonly string[];
  /** Called for each key that exists, and for no other reported text. */
  readonly sightingOf: (hash: string) => KeySighting;
  /** Disables the keys at once, except the last usable management key. */
  readonly disable: boolean;
  /** The notices about one key, written in the transaction that marks it. */
  readonly noticesOf: (exposed: ExposedKey) => readonly NewNotice[];
}

export interface ExposedKey {
  readonly key: KeyRecord;
  /** Of the reported secret: the key's present one, or an earlier one in its overlap. */
  readonly secretHash: string;
  readonly organisationId: string;
  readonly workspaceName: string;
  /** False if the key was marked before: nothing was changed, and no notice is written. */
  readonly isNew: boolean;
  /** The key should be disabled, but it is the last usable management key of its organisation. */
  readonly isKeptAsLast: boolean;
}

export type KeySort = "newest" | "most_spent" | "least_left";

export interface KeyQuery extends Page {
  readonly workspaceId?: string;
  readonly includeDisabled?: boolean;
  /** A part of the name, label, owner or creator in any case; or a number, a hash or the beginning of one. */
  readonly search?: string;
  readonly kind?: "ordinary" | "management";
  readonly isExposed?: boolean;
  /** `newest` if it is absent. */
  readonly sort?: KeySort;
  /** The last key of the page before: this one begins behind it, and `offset` does not count. */
  readonly after?: KeyPlace;
}

/** The place of a key in the list by one sort. Keys that come and go do not change it. */
export interface KeyPlace {
  readonly id: number;
  /** What the list is sorted by; null for `newest`, and for a key without a limit. */
  readonly nanousd: number | null;
}

/** What identifies a key to its callers: a number, or 64 hexadecimal digits. */
interface Named {
  readonly id: number;
  readonly hash: string;
}

/**
 * The hash of a key as callers see it. A row that was written by hand may hold any text there, which no secret has as its
 * SHA-256 and the contract does not allow: such a key is shown with its number, filled up with zeros, so that one row does
 * not spoil the list, and can be deleted or given a secret under this name.
 */
export function shownHash({ id, hash }: Named): string {
  return /^[0-9a-f]{64}$/.test(hash) ? hash : String(id).padStart(64, "0");
}

/** The number in the name of a key; null for a hash. No SHA-256 has so many zeros. */
export function numberIn(name: string): number | null {
  const digits = name.length === 64 ? name.replace(/^0{49,}/, "") : name;
  return /^[1-9][0-9]{0,14}$/.test(digits) ? Number(digits) : null;
}
