import type { TagQuestion } from "@portico/core/rules/tags";
import type { Percentiles } from "../../histogram.ts";
import type { AgentSessionPage, AgentSessionQuery } from "./agent-sessions.ts";
import type {
  FailedAttempt,
  GenerationPage,
  GenerationQuery,
  GenerationRecord,
} from "./generation.ts";
import type { Listed, Page } from "./page.ts";

/** Over whole days or hours in UTC: one that the period touches counts in full. */
export interface ActivityQuery extends Page {
  readonly fromMs: number;
  readonly toMs: number;
  /** Days if it is absent. */
  readonly granularity?: "day" | "hour";
  /** `day` stands for the hour if the granularity is hours. */
  readonly groupBy: readonly ("day" | "key" | "model" | "provider" | "app" | "workspace" | "tag")[];
  readonly keyId?: number;
  readonly workspaceId?: string;
  readonly model?: string;
  readonly provider?: string;
  /** An application's address or title. */
  readonly app?: string;
  /** Only requests with a tag of this name, or with this value of it: by days, and not by applications. */
  readonly tag?: TagQuestion;
}

export interface ActivityGroup {
  readonly day: string | null;
  /** The beginning of the hour, as an ISO 8601 timestamp. */
  readonly hour: string | null;
  readonly keyId: number | null;
  readonly workspaceId: string | null;
  readonly model: string | null;
  readonly provider: string | null;
  readonly appUrl: string | null;
  readonly appTitle: string | null;
  readonly tag: string | null;
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
  /** Of the requests that succeeded; null without any. */
  readonly latencyMs: Percentiles | null;
  readonly firstTokenMs: Percentiles | null;
  readonly outputTokensPerSecond: number | null;
}

export interface ActivityStore {
  query(organisationId: string, query: ActivityQuery): Promise<Listed<ActivityGroup>>;
  generation(organisationId: string, generationId: string): Promise<GenerationRecord | null>;
  generations(organisationId: string, query: GenerationQuery): Promise<GenerationPage>;
  agentSessions(organisationId: string, query: AgentSessionQuery): Promise<AgentSessionPage>;
  /** The last attempts at a provider that failed, newest first. */
  failedAttempts(
    organisationId: string,
    provider: string,
    limit: number,
  ): Promise<readonly FailedAttempt[]>;
  /**
   * Counts what was booked since the last time in hours, so that lists are short to read. They are right before it too.
   */
  count(nowMs: number, tell?: (counted: number) => void): Promise<number>;
  /** Until when requests are counted in hours; null where few are not. */
  countedUntilMs(): Promise<number | null>;
  /** Removes ledger rows and hours older than the retention, in small steps; key totals and daily sums stay. */
  prune(beforeMs: number): Promise<number>;
}
