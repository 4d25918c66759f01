import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** What was asked with an `Idempotency-Key`, and its answers. Programs of an earlier version ignore both. */
export const idempotentRequests: Migration = {
  name: "idempotent-requests",
  async up(tx, engine) {
    const bytes = engine === "sqlite" ? "blob" : "bytea";
    const statements = [
      `create table idempotent_requests (
        key_id bigint not null,
        name ${bytes} not null,
        workspace_id text not null,
        fingerprint ${bytes} not null,
        process_id text not null,
        generation_id text not null,
        held integer not null default 0,
        answered integer not null default 0,
        sealed text,
        characters bigint not null default 0,
        created_at_ms bigint not null,
        primary key (key_id, name)
      )`,
      // It tells the sizes without reading the answers.
      "create index idempotent_requests_size on idempotent_requests (key_id, created_at_ms, characters)",
      "create index idempotent_requests_created on idempotent_requests (created_at_ms)",
      "create index idempotent_requests_workspace on idempotent_requests (workspace_id)",
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
