import type { GenerationFacts, GenerationRecord } from "./generation.ts";

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
  /** Of the charge. */
  readonly minNanousd?: number;
  readonly maxNanousd?: number;
}

/** The place of a row in the list; it stays the same while rows are added. */
export interface GenerationPlace {
  readonly settledAtMs: number;
  readonly generationId: string;
}

export interface GenerationPage {
  readonly records: readonly GenerationRecord[];
  /** The last row that this page has looked at, if there may be further ones behind it: also of a page without rows. */
  readonly next: GenerationPlace | null;
}
