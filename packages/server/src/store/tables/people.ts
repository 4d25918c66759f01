import type { Generated } from "kysely";
import type { Columns } from "../fields.ts";
import type { Alert } from "../ports/alerts.ts";
import type { AuditEvent } from "../ports/audit.ts";
import type { NoticeChannel } from "../ports/outbox.ts";
import type { SessionRecord } from "../ports/sessions.ts";

/**
 * What people should know. A row is written in the transaction of its cause. Never a secret. One cause makes one row:
 * `dedupe_key` names the subject, the period, the limit and the threshold.
 */
export interface AlertsTable extends Columns<Omit<Alert, "resetsAtMs" | "details">> {
  organisation_id: string;
  dedupe_key: string;
  /** JSON. */
  details: string;
  /** When the notices about it were written to the outbox; null until then. */
  fanned_out_at_ms: number | null;
  /** The last report of an outage; only of kind `provider_down`. */
  seen_at_ms: number | null;
}

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

/** Append-only and pruned: a trigger refuses updates. */
export interface AuditEventsTable extends Columns<Omit<AuditEvent, "id" | "before" | "after">> {
  id: Generated<number>;
  organisation_id: string;
  /** JSON. */
  facts_before: string | null;
  facts_after: string | null;
}

/** The sessions of the console. An ended one has no row: the audit log has its beginning and its end. */
export interface ConsoleSessionsTable extends Columns<SessionRecord> {
  organisation_id: string;
  token_hash: string;
  /** Of the secret that it was begun with. */
  secret_hash: string | null;
  idle_ms: number;
  /** The provider's name of it (`sid`); null for other ways, and where the provider names none. */
  provider_session: string | null;
}

export interface UsedSignInsTable {
  attempt_id: string;
  used_at_ms: number;
}
