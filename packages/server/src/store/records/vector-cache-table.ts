export interface VectorCacheTable {
  workspace_id: string;
  /** See secrets/vector-seal.ts. */
  name: Uint8Array;
  sealed: Uint8Array;
  bytes: number;
  created_at_ms: number;
}
