import type { AdmissionVerdict, AdmitRequest, Cancellation, Settlement } from "../ports/money.ts";
import type { Beat } from "./liveness.ts";

/** What the judge decides about: each engine reads and writes the rows in its own way. A batch is not empty and holds no request twice. */
export interface HotStatements {
  /** How many batches of each kind may run together, if more than one. */
  readonly batchesAtOnce?: number;
  /** See MoneyStore. */
  readonly placeOf?: (workspaceId: string) => string;
  admit(batch: readonly AdmitRequest[]): Promise<readonly AdmissionVerdict[]>;
  /** Returns the settlements that had no hold. */
  settle(batch: readonly Settlement[]): Promise<readonly Settlement[]>;
  cancel(batch: readonly Cancellation[]): Promise<void>;
  /** Charges holds in full. Returns how many; null, and nothing is done, if their process has sent a heartbeat meanwhile. */
  abandon(batch: readonly Cancellation[], nowMs: number, process?: Beat): Promise<number | null>;
}
