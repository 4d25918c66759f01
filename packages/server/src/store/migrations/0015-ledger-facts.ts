import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Rows of before have none of these facts; an abandoned row takes the first two from its hold. */
export const ledgerFacts: Migration = {
  name: "ledger-facts",
  async up(tx) {
    for (const [table, columns] of Object.entries(added))
      for (const column of columns)
        await sql.raw(`alter table ${table} add column ${column}`).execute(tx);
  },
};

const ofHolds = ["end_user text", "session_id text"];

const added = {
  holds: ofHolds,
  ledger: [
    ...ofHolds,
    "price text",
    "input_nanousd bigint",
    "output_nanousd bigint",
    "cache_read_nanousd bigint",
    "cache_write_nanousd bigint",
    "upstream_nanousd bigint",
  ],
};
