import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * The sums of requests with tags (money/tag-days.ts), with a cursor of their own: a program of before, which still counts
 * hours during an upgrade, does not know them. No request from before the cursor has tags.
 */
export const tagDays: Migration = {
  name: "tag-days",
  async up(tx, engine) {
    await sql.raw(`${table} ${engine === "sqlite" ? "without rowid" : ""}`).execute(tx);
    await sql`alter table activity_cursor add column tags_ms bigint not null default 0`.execute(tx);
    await sql`update activity_cursor set tags_ms = counted_ms`.execute(tx);
  },
};

const table = `create table tag_days (
    organisation_id text not null,
    name text not null,
    day integer not null,
    group_id text not null,
    value text not null,
    key_id bigint not null,
    workspace_id text not null,
    model text not null,
    provider text,
    requests bigint not null,
    estimated_requests bigint not null,
    failures bigint not null,
    byok_requests bigint not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    cached_input_tokens bigint not null,
    reasoning_tokens bigint not null,
    cost_nanousd bigint not null,
    unbilled_nanousd bigint not null,
    primary key (organisation_id, name, day, group_id)
  )`;
