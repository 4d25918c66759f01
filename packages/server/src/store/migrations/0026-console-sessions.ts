import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * The sessions of the console, and in the audit log the session and the person of an actor. No row refers to another
 * table, for the same reason as in the audit log: PostgreSQL would lock the organisation.
 */
export const consoleSessions: Migration = {
  name: "console-sessions",
  async up(tx) {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};

const statements = [
  `create table console_sessions (
    id text primary key,
    token_hash text not null unique,
    organisation_id text not null,
    workspace_id text not null,
    way text not null,
    subject text not null,
    name text not null,
    role text not null,
    key_id bigint,
    secret_hash text,
    created_at_ms bigint not null,
    last_seen_at_ms bigint not null,
    expires_at_ms bigint not null,
    idle_expires_at_ms bigint not null,
    idle_ms bigint not null,
    address text,
    user_agent text
  )`,
  `create index console_sessions_newest on console_sessions (organisation_id, created_at_ms, id)`,
  `create index console_sessions_by_subject on console_sessions (organisation_id, way, subject)`,
  `create index console_sessions_oldest on console_sessions (idle_expires_at_ms)`,
  "alter table audit_events add column actor_session_id text",
  "alter table audit_events add column actor_subject text",
];
