import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Vectors that workspaces keep for the same inputs. The index tells the sizes without reading the vectors. */
export const vectorCache: Migration = {
  name: "vector-cache",
  async up(tx, engine) {
    const bytes = sql.raw(engine === "sqlite" ? "blob" : "bytea");
    await sql`create table vector_cache (
      workspace_id text not null,
      name ${bytes} not null,
      sealed ${bytes} not null,
      bytes bigint not null,
      created_at_ms bigint not null,
      primary key (workspace_id, name)
    )`.execute(tx);
    await sql`create index vector_cache_size
      on vector_cache (workspace_id, created_at_ms, bytes)`.execute(tx);
    await sql`create index vector_cache_created on vector_cache (created_at_ms)`.execute(tx);
    await sql`alter table workspaces add column vector_cache integer not null default 0`.execute(
      tx,
    );
  },
};
