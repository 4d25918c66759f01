import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Requests that were refused, which the ledger does not have: counted by key, hour, reason and model. */
export const refusals: Migration = {
  name: "refusals",
  async up(tx) {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};

const statements = [
  `create table refusals (
    organisation_id text not null,
    workspace_id text not null,
    key_id bigint not null,
    hour bigint not null,
    reason text not null,
    model text not null,
    status integer not null,
    requests bigint not null,
    last_at_ms bigint not null,
    operation text not null,
    request_id text not null,
    message text not null,
    primary key (organisation_id, hour, key_id, reason, model)
  )`,
  "create index refusals_oldest on refusals (hour)",
];
