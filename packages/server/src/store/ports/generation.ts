import type { Tag, Tags } from "@portico/core/rules/tags";
import type { AttemptRecord } from "../../model-call/endpoint-facts.ts";
import type { Aged } from "./page.ts";

/** The cost of one of several attempts: its upstream bills it even if its answer could not be used. */
export interface BilledAttempt {
  /** Its index in the facts' `attempts`. */
  readonly attempt: number;
  readonly provider: string;
  readonly upstreamModel: string;
  readonly byok: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly reasoningTokens: number;
  readonly estimated: boolean;
  readonly costNanousd: number;
}

export type LedgerState = "settled" | "released" | "abandoned" | "refunded";

/** The ledger's status for a request whose caller hung up. */
export const callerGoneStatus = 499;

/** The parts of a request's cost in nanodollars. All but `upstream` and less `discount` add up to the cost. */
export interface CostDetails {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly discount: number;
  /** An estimate of what the provider bills the workspace's own credential; null where the gateway pays. */
  readonly upstream: number | null;
}

/** The facts of a request, for `activity` and `generation`. Never a prompt, an answer or a secret. */
export interface GenerationFacts {
  readonly operation: "embeddings" | "rerank" | "responses" | "chat" | "messages";
  readonly model: string;
  readonly provider: string | null;
  readonly upstreamModel: string | null;
  readonly byok: boolean;
  readonly streamed: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly reasoningTokens: number;
  /** True if the gateway counted the tokens, because the upstream did not report them. */
  readonly estimated: boolean;
  readonly finishReason: string | null;
  /** The caller's status; 503 if its stream failed because this was booked too late; 499 if it hung up. */
  readonly status: number;
  readonly errorKind: string | null;
  readonly discountNanousd: number;
  /** Null for requests whose cost was not divided: abandoned ones, and those of earlier versions. */
  readonly cost: CostDetails | null;
  /** The name of the price that was used. */
  readonly price: string | null;
  /** Under which it was served: 0 for the presets; null where it is not known, as of an abandoned request. */
  readonly configurationVersion: number | null;
  /** The caller's own name for its end user. */
  readonly endUser: string | null;
  /** The caller's own name for the session. */
  readonly sessionId: string | null;
  /** Under the operator's names; null without any. */
  readonly tags: Tags | null;
  readonly latencyMs: number;
  readonly firstTokenMs: number | null;
  readonly attempts: readonly AttemptRecord[];
  readonly appUrl: string | null;
  readonly appTitle: string | null;
}

export interface GenerationRecord extends GenerationFacts {
  readonly generationId: string;
  readonly keyId: number;
  readonly workspaceId: string;
  readonly state: LedgerState;
  readonly heldNanousd: number;
  readonly chargedNanousd: number;
  readonly unbilledNanousd: number;
  /** The charge of each billed attempt in order, if there are several; otherwise the record holds it. */
  readonly billed: readonly BookedAttempt[];
  readonly createdAtMs: number;
  readonly settledAtMs: number;
}

export interface BookedAttempt extends Omit<BilledAttempt, "costNanousd"> {
  readonly chargedNanousd: number;
  readonly unbilledNanousd: number;
}

/** An attempt at one upstream that failed, with its request. */
export interface FailedAttempt {
  readonly generationId: string;
  readonly createdAtMs: number;
  readonly model: string;
  readonly upstreamModel: string;
  readonly status: number | null;
  /** An UpstreamFailure. */
  readonly failure: string;
  readonly latencyMs: number;
  /** The provider that served the request after all; null if none did. */
  readonly servedBy: string | null;
}

/** Rows in the order of their booking, newest first. */
export interface GenerationQuery {
  readonly limit: number;
  /** Rows that the page looks at, at most; there is a usual number. */
  readonly mostRows?: number;
  /** The last row of the page before: this one begins behind it. */
  readonly after?: GenerationPlace;
  /** By the time of booking. */
  readonly fromMs?: number;
  readonly toMs?: number;
  /** Only these. */
  readonly generationIds?: readonly string[];
  readonly keyId?: number;
  readonly workspaceId?: string;
  readonly model?: string;
  readonly provider?: string;
  /** An application's address or title. */
  readonly app?: string;
  readonly operation?: GenerationFacts["operation"];
  readonly isStreamed?: boolean;
  readonly status?: number;
  readonly isFailed?: boolean;
  readonly errorKind?: string;
  readonly endUser?: string;
  readonly sessionId?: string;
  readonly tag?: Tag;
  /** Of the charge. */
  readonly minNanousd?: number;
  readonly maxNanousd?: number;
}

/** The place of a row in the list; it stays the same while rows are added. */
export interface GenerationPlace {
  readonly settledAtMs: number;
  readonly generationId: string;
}

export interface GenerationPage extends Aged {
  readonly records: readonly GenerationRecord[];
  /** The last row that this page has looked at, if there may be further ones behind it: also of a page without rows. */
  readonly next: GenerationPlace | null;
}
