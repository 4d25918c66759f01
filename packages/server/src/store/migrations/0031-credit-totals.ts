import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * The totals of an organisation's credits. They are kept from the first admission that enforces credits, which counts
 * them: an installation without that pays nothing for them.
 */
export const creditTotals: Migration = {
  name: "credit-totals",
  async up(tx) {
    for (const column of [
      "credits_kept integer",
      "credits_used_nanousd bigint",
      "credits_held_nanousd bigint",
    ])
      await sql
        .raw(`alter table organisations add column ${column} not null default 0`)
        .execute(tx);
  },
};
