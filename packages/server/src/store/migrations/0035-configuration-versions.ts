import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The versions of the configuration, the one in use, and its number in each row of the ledger. */
export const configurationVersions: Migration = {
  name: "configuration-versions",
  async up(tx, engine) {
    const bytes = engine === "sqlite" ? "blob" : "bytea";
    await sql
      .raw(`create table configuration_versions (
        version bigint primary key not null,
        parent bigint not null,
        source text not null,
        name text not null,
        note text,
        created_by text not null,
        created_at_ms bigint not null,
        activated_at_ms bigint not null,
        changes text not null,
        ciphertext ${bytes} not null,
        wrapped_data_key ${bytes} not null,
        key_version bigint not null
      )`)
      .execute(tx);
    await sql`create table configuration_in_use (
        id integer primary key not null check (id = 1),
        version bigint not null,
        newest bigint not null
      )`.execute(tx);
    await sql`insert into configuration_in_use (id, version, newest) values (1, 0, 0)`.execute(tx);
    await sql`alter table ledger add column configuration_version bigint`.execute(tx);
  },
};
