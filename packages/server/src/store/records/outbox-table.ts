import type { NoticeChannel } from "../ports/outbox.ts";

/**
 * Notices for people, one row for each channel. A row is written in the transaction of its cause; outbox.ts says how
 * it is sent. Never a secret.
 */
export interface OutboxTable {
  id: string;
  organisation_id: string;
  /** Null: written by a version without alerts. */
  alert_id: string | null;
  kind: string;
  channel: NoticeChannel;
  /** Null: the addresses of the operator's configuration. */
  recipient: string | null;
  /** JSON. */
  payload: string;
  /** One cause makes one row, for any number of reports. */
  dedupe_key: string;
  state: "waiting" | "leased" | "sending" | "sent" | "failed";
  attempts: number;
  /** When the row is due: the next attempt, or the end of a lease. Null if there is nothing left to do. */
  due_at_ms: number | null;
  lease_id: string | null;
  last_error: string | null;
  created_at_ms: number;
  ended_at_ms: number | null;
}
