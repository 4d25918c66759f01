import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Responses that later requests may go on from, where the operator keeps them. */
export const keptResponses: Migration = {
  name: "kept-responses",
  async up(tx) {
    const statements = [
      `create table kept_responses (
        id text not null primary key,
        key_id bigint not null,
        workspace_id text not null,
        sealed text not null,
        characters bigint not null,
        created_at_ms bigint not null
      )`,
      // It tells the sizes without reading the responses.
      "create index kept_responses_size on kept_responses (workspace_id, created_at_ms, characters)",
      "create index kept_responses_created on kept_responses (created_at_ms)",
    ];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};
