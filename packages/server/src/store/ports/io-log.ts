import type { Actor } from "./actor.ts";
import type { SealedSecret } from "./credentials.ts";
import type { Listed, Page } from "./page.ts";

export interface IoLogEntry {
  readonly generationId: string;
  readonly workspaceId: string;
  readonly keyId: number;
  /** A fingerprint of the end user that the request names. */
  readonly endUser: string | null;
  readonly content: SealedSecret;
  readonly createdAtMs: number;
}

export interface IoLogStore {
  append(entries: readonly IoLogEntry[]): Promise<void>;
  list(workspaceId: string, page: Page): Promise<Listed<IoLogEntry>>;
  /** The entries of these generations, as far as they were logged and are still kept. */
  of(generationIds: readonly string[]): Promise<readonly IoLogEntry[]>;
  /**
   * Removes a workspace's entries, or those of one of its end users, and returns how many there were. The row of the
   * audit log is written before the first step, because the entries are removed in several steps.
   */
  erase(actor: Actor, workspaceId: string, endUser?: string): Promise<number>;
  /** Removes the entries of a workspace that is deleted; the audit log has the deletion itself. */
  forget(workspaceId: string): Promise<void>;
  /** Seals entries that processes of an earlier version have written in clear text. */
  sealClear(
    seal: (
      entry: IoLogEntry,
      content: { readonly request: string; readonly reply: string },
    ) => SealedSecret,
  ): Promise<number>;
  /** Rewraps every data key of another version than the given one. */
  rewrap(currentVersion: number, rewrap: (entry: IoLogEntry) => SealedSecret): Promise<number>;
  /** The versions of the master keys that entries were sealed with. */
  keyVersions(): Promise<readonly number[]>;
  /** Removes the entries of these versions, which cannot be opened; returns how many there were. */
  discard(actor: Actor, keyVersions: readonly number[]): Promise<number>;
  prune(beforeMs: number): Promise<number>;
}
