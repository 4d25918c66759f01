import type { GenerationPlace, GenerationQuery } from "./generation.ts";
import type { Aged } from "./page.ts";

/** Sessions in the order of the booking of their last requests, newest first. */
export interface AgentSessionQuery
  extends Pick<
    GenerationQuery,
    "limit" | "mostRows" | "after" | "fromMs" | "toMs" | "keyId" | "workspaceId" | "sessionId"
  > {
  /** Only sessions that asked for it. */
  readonly model?: string;
}

/** A turn for which no provider had a cache, and the served turn before it. */
export interface LostCache {
  readonly turn: number;
  readonly generationId: string;
  readonly createdAtMs: number;
  readonly model: string;
  readonly provider: string;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly before: {
    readonly model: string;
    readonly provider: string;
    readonly createdAtMs: number;
  };
}

/** The requests of one key that named one session. */
export interface AgentSession {
  readonly sessionId: string;
  readonly keyId: number;
  readonly workspaceId: string;
  readonly firstCreatedAtMs: number;
  readonly lastSettledAtMs: number;
  readonly requests: number;
  /** False where only the newest requests are summed up. */
  readonly isComplete: boolean;
  readonly failures: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  readonly chargedNanousd: number;
  readonly cacheReadNanousd: number;
  readonly cacheWriteNanousd: number;
  /** The one with the most requests first. */
  readonly models: readonly string[];
  readonly providers: readonly string[];
  /** The newest first. */
  readonly lostCaches: readonly LostCache[];
  readonly lostCacheCount: number;
}

export interface AgentSessionPage extends Aged {
  readonly records: readonly AgentSession[];
  /** Where the next page begins, also of a page without rows; null at the end. */
  readonly next: GenerationPlace | null;
}
