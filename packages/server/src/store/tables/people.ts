import type { Generated } from "kysely";
import type { AlertKind } from "../ports/alerts.ts";
import type { AuditEvent } from "../ports/audit.ts";
import type { NoticeChannel } from "../ports/outbox.ts";
import type { SessionRole, SessionWay } from "../ports/sessions.ts";

/**
 * What people should know. A row is written in the transaction of its cause. Never a secret. One cause makes one row:
 * `dedupe_key` names the subject, the period, the limit and the threshold.
 */
export interface AlertsTable {
  id: string;
  organisation_id: string;
  workspace_id: string | null;
  kind: AlertKind;
  /** `key:12`, `budget:<id>`, `budget:<id>:<end user>`, `credits`, `unbilled`, `provider:openai`. */
  subject: string;
  /** The name that people know it by. */
  subject_name: string;
  threshold_percent: number | null;
  /** `2026-11`, `2026-W47`, `2026-11-22`, or `all` if the limit never resets. */
  period: string;
  limit_nanousd: number | null;
  spent_nanousd: number | null;
  dedupe_key: string;
  /** JSON. */
  details: string;
  created_at_ms: number;
  /** When the notices about it were written to the outbox; null until then. */
  fanned_out_at_ms: number | null;
  /** The last report of an outage; only of kind `provider_down`. */
  seen_at_ms: number | null;
  /** When the outage had ended. */
  resolved_at_ms: number | null;
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
export interface AuditEventsTable {
  id: Generated<number>;
  organisation_id: string;
  created_at_ms: number;
  action: string;
  actor_type: AuditEvent["actorType"];
  actor_key_id: number | null;
  actor_key_kind: AuditEvent["actorKeyKind"];
  actor_name: string | null;
  actor_subject: string | null;
  actor_session_id: string | null;
  client_ip: string | null;
  request_id: string | null;
  workspace_id: string | null;
  target_type: string;
  target_id: string;
  /** JSON. */
  facts_before: string | null;
  facts_after: string | null;
}

/** The sessions of the console. An ended one has no row: the audit log has its beginning and its end. */
export interface ConsoleSessionsTable {
  id: string;
  token_hash: string;
  organisation_id: string;
  workspace_id: string;
  way: SessionWay;
  subject: string;
  name: string;
  role: SessionRole;
  key_id: number | null;
  /** Of the secret that it was begun with. */
  secret_hash: string | null;
  created_at_ms: number;
  last_seen_at_ms: number;
  expires_at_ms: number;
  /** The end without use; each use moves it. */
  idle_expires_at_ms: number;
  idle_ms: number;
  address: string | null;
  user_agent: string | null;
  /** The provider's name of it (`sid`); null for other ways, and where the provider names none. */
  provider_session: string | null;
}

export interface UsedSignInsTable {
  attempt_id: string;
  used_at_ms: number;
}
