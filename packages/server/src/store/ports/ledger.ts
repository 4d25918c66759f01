import type { GenerationFacts, LedgerState } from "./generation.ts";

/** `pruned`: rows that retention removed before states were counted. */
export type CountedState = LedgerState | "pruned";

/** Amounts are nanodollars. */
export interface LedgerSums {
  readonly requests: number;
  readonly held: number;
  readonly charged: number;
  readonly unbilled: number;
  readonly refunded: number;
}

export interface LedgerPeriod {
  /** Days since 1970 in UTC, both included; absent without a bound. */
  readonly fromDay?: number;
  readonly toDay?: number;
}

export type LedgerCheckName =
  | "grants"
  | "holds"
  | "credit_holds"
  | "charges"
  | "credit_charges"
  | "credit_totals"
  | "budgets"
  | "activity_requests"
  | "activity_charges"
  | "activity_unbilled"
  | "recent_charges"
  | "recent_states";

/** Two sums that must be equal, in nanodollars or requests; null where there were too many rows to read. */
export interface LedgerCheck {
  readonly name: LedgerCheckName;
  readonly unit: "usd" | "requests";
  readonly sums: { readonly expected: number; readonly found: number } | null;
}

/** Read in one transaction. */
export interface LedgerFacts {
  readonly readAtMs: number;
  readonly grantedNanousd: number;
  readonly usedNanousd: number;
  readonly heldNanousd: number;
  readonly openHolds: number;
  readonly states: ReadonlyMap<CountedState, LedgerSums>;
  readonly checks: readonly LedgerCheck[];
}

export interface GrantRecord {
  readonly id: number;
  readonly amountNanousd: number;
  readonly note: string | null;
  readonly createdBy: string | null;
  readonly createdAtMs: number;
}

export interface GrantPage {
  readonly records: readonly GrantRecord[];
  /** The id of the last grant of this page; null if none is left behind it. */
  readonly next: number | null;
}

export interface HoldQuery {
  readonly limit: number;
  /** The last hold of the page before. */
  readonly after?: HoldPlace;
  readonly keyId?: number;
}

/** The place of a hold in the list, which is in the order of admission. */
export interface HoldPlace {
  readonly createdAtMs: number;
  readonly generationId: string;
}

export interface HoldRecord extends HoldPlace, Pick<GenerationFacts, "operation" | "model"> {
  readonly keyId: number;
  readonly keyHash: string;
  readonly keyName: string;
  readonly workspaceId: string;
  readonly amountNanousd: number;
  readonly usesCredits: boolean;
  readonly endUser: string | null;
  readonly sessionId: string | null;
  readonly appUrl: string | null;
  readonly appTitle: string | null;
  readonly processId: string;
  /** Null for a process that has sent no heartbeat. */
  readonly processStartedAtMs: number | null;
}

export interface HoldPage {
  readonly readAtMs: number;
  readonly records: readonly HoldRecord[];
  readonly totalCount: number;
  readonly totalNanousd: number;
  readonly next: HoldPlace | null;
}

/** Where the money of an organisation stands: read only, and each answer is of one moment. */
export interface LedgerStore {
  /** Throws a GatewayError while too many rows are not counted yet, as after an upgrade. */
  sums(organisationId: string, period: LedgerPeriod): Promise<LedgerFacts>;
  /** Newest first. */
  grants(organisationId: string, query: { limit: number; after?: number }): Promise<GrantPage>;
  /** Oldest first. */
  holds(organisationId: string, query: HoldQuery): Promise<HoldPage>;
  /** Those with a heartbeat, of all nodes; and how many of them ran another version of the configuration than the one in use then. */
  processCount(): Promise<{ readonly count: number; readonly behind: number }>;
}
