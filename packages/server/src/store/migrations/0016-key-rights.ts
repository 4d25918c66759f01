import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * What a key may use and from where, and the hashes of its earlier secrets. A column that is null restricts
 * nothing. Rows of `key_secrets` stay: an earlier hash goes on naming its key.
 */
export const keyRights: Migration = {
  name: "key-rights",
  async up(tx) {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};

const statements = [
  "alter table keys add column allowed_models text",
  "alter table keys add column allowed_providers text",
  "alter table keys add column data_collection text",
  "alter table keys add column zero_data_retention smallint not null default 0",
  "alter table keys add column max_output_tokens integer",
  "alter table keys add column max_requests_in_flight integer",
  "alter table keys add column allowed_networks text",
  "alter table keys add column scope text not null default 'all'",
  "alter table keys add column rotated_at_ms bigint",
  "alter table keys add column previous_secret_expires_at_ms bigint",
  `create table key_secrets (
    hash text primary key not null,
    key_id bigint not null references keys (id),
    until_ms bigint not null
  )`,
  "create index key_secrets_key on key_secrets (key_id)",
  // For the sums of what providers bill to a workspace's own credentials; other requests are not in it.
  "create index ledger_byok on ledger (key_id, charged_day) where byok = 1",
];
