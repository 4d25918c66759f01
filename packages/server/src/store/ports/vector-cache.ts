/** A sealed vector under the name of its input. */
export interface CachedVector {
  readonly name: Uint8Array;
  readonly sealed: Uint8Array;
}

/** Vectors that a workspace has asked to keep. Nothing is lost with it but the price of asking again. */
export interface VectorCacheStore {
  find(workspaceId: string, names: readonly Uint8Array[]): Promise<readonly CachedVector[]>;
  /** The first vector under a name stays. */
  write(workspaceId: string, vectors: readonly CachedVector[]): Promise<void>;
  /** Removes the oldest of a workspace until the rest has at most this many bytes. */
  trim(workspaceId: string, maxBytes: number): Promise<number>;
  /** Removes all of a workspace. */
  forget(workspaceId: string): Promise<number>;
  prune(beforeMs: number): Promise<number>;
}
