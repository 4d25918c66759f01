import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Whether a key's requests have to name their end user. */
export const requiredEndUsers: Migration = {
  name: "required-end-users",
  async up(tx) {
    await sql
      .raw("alter table keys add column requires_end_user smallint not null default 0")
      .execute(tx);
  },
};
