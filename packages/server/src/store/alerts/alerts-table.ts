import type { AlertKind } from "../ports/alerts.ts";

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
