import type { SessionRole, SessionWay } from "../ports/sessions.ts";

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
