import type { Listed, Page } from "./page.ts";

/** Requests of one key for one model that were refused for one reason in one hour, with the last of them. */
export interface Refusals {
  readonly organisationId: string;
  readonly workspaceId: string;
  readonly keyId: number;
  /** Its beginning. */
  readonly hourMs: number;
  /** A word of the contract's `ErrorKind`. */
  readonly reason: string;
  /** Empty where the requests named none, or the key has named too many that do not exist. */
  readonly model: string;
  readonly status: number;
  readonly requests: number;
  readonly last: {
    readonly atMs: number;
    readonly operation: string;
    readonly requestId: string;
    /** As the caller read it. */
    readonly message: string;
    /** What has refused it, as alerts name it, or `guardrail:<name>`; null for other reasons. */
    readonly subject: string | null;
  };
}

/** Over whole hours: one that the period touches counts in full. */
export interface RefusalQuery {
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly keyId?: number;
  readonly workspaceId?: string;
  readonly model?: string;
  readonly reason?: string;
}

export interface RefusalStore {
  /** Adds to what is counted. The sample of the last call stays. */
  add(refusals: readonly Refusals[]): Promise<void>;
  /** Newest hour first. */
  list(organisationId: string, query: RefusalQuery & Page): Promise<Listed<Refusals>>;
  /** The number of refused requests by reason. */
  sums(organisationId: string, query: RefusalQuery): Promise<ReadonlyMap<string, number>>;
  prune(beforeMs: number): Promise<number>;
}
