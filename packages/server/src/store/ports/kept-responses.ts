/** A response with the conversation that led to it, sealed. */
export interface KeptResponse {
  readonly id: string;
  readonly keyId: number;
  readonly workspaceId: string;
  readonly sealed: string;
}

/** The responses that later requests may go on from. */
export interface KeptResponseStore {
  write(response: KeptResponse): Promise<void>;
  /** Null where none of this id is kept for this key, or only one from before that time. */
  find(keyId: number, id: string, sinceMs: number): Promise<string | null>;
  /** Whether there was one. */
  remove(keyId: number, id: string): Promise<boolean>;
  /** Removes the oldest of a workspace until the rest has at most this many characters. */
  trim(workspaceId: string, maxCharacters: number): Promise<void>;
  forget(workspaceId: string): Promise<number>;
  prune(beforeMs: number): Promise<number>;
}
