import type { Generated } from "kysely";
import type { AuditEvent } from "../ports/audit.ts";

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
