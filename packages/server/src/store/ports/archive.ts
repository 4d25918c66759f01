import type { Actor } from "./actor.ts";

/** A row of the ledger as it stands there, by columns; `billed_attempts` are the rows of its attempts, in JSON. */
export type ArchivedRow = Readonly<Record<string, string | number | null>>;

export interface ArchivePeriod {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Requests on their way from the ledger to files. Sums by day and hour, and totals of keys, stay. */
export interface ArchiveStore {
  /** All requests until then are in every sum. */
  countedUntilMs(): Promise<number>;
  /** When the oldest request was booked; null without any. */
  oldestMs(): Promise<number | null>;
  count(period: ArchivePeriod): Promise<number>;
  /** The oldest rows. */
  rows(period: ArchivePeriod, limit: number): Promise<readonly ArchivedRow[]>;
  /** Removes those that still are exactly these: a refund has changed the others. */
  remove(rows: readonly ArchivedRow[]): Promise<number>;
  /** Writes who has begun it to the audit log. */
  begin(actor: Actor, before: string): Promise<void>;
  /** Gives the room of the months before this time back to the disk, where the engine can. */
  end(beforeMs: number): Promise<void>;
}
