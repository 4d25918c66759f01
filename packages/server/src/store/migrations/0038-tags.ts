import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The tags of requests. A program of before writes none, and leaves out those of holds that it closes. */
export const tags: Migration = {
  name: "tags",
  async up(tx) {
    for (const table of ["holds", "ledger"])
      await sql`alter table ${sql.ref(table)} add column tags text`.execute(tx);
  },
};
