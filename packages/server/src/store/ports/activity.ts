import type { GenerationRecord } from "./generation.ts";
import type { GenerationPage, GenerationQuery } from "./generation-list.ts";
import type { Listed, Page } from "./page.ts";

/** Over whole days in UTC: a day that the period touches counts in full. */
export interface ActivityQuery extends Page {
  readonly fromMs: number;
  readonly toMs: number;
  readonly groupBy: readonly ("day" | "key" | "model" | "provider" | "app" | "workspace")[];
  readonly keyId?: number;
  readonly workspaceId?: string;
  readonly model?: string;
  readonly provider?: string;
  /** An application's address or title. */
  readonly app?: string;
}

export interface ActivityGroup {
  readonly day: string | null;
  readonly keyId: number | null;
  readonly workspaceId: string | null;
  readonly model: string | null;
  readonly provider: string | null;
  readonly appUrl: string | null;
  readonly appTitle: string | null;
  readonly requests: number;
  /** The requests whose tokens the gateway counted. */
  readonly estimatedRequests?: number;
  readonly failures: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly reasoningTokens: number;
  readonly costNanousd: number;
  /** The amount that upstreams billed above the hold: it was not charged to a key. */
  readonly unbilledNanousd: number;
  readonly byokRequests: number;
}

export interface ActivityStore {
  query(organisationId: string, query: ActivityQuery): Promise<Listed<ActivityGroup>>;
  generation(organisationId: string, generationId: string): Promise<GenerationRecord | null>;
  generations(organisationId: string, query: GenerationQuery): Promise<GenerationPage>;
  /** Removes ledger rows older than the retention, in small steps; key totals and daily sums stay. */
  prune(beforeMs: number): Promise<number>;
}
