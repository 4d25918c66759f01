export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** What was read from a standby. */
export interface Aged {
  /** At most so much has happened since that is not in it. */
  readonly ageMs?: number;
}

export interface Listed<Record> extends Aged {
  readonly records: readonly Record[];
  readonly totalCount: number;
}
