import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * Budgets of tags. A program of before neither holds for them nor closes what others hold there: a budget that is saved
 * again counts that. The index finds what tags were charged, for a new budget.
 */
export const tagBudgets: Migration = {
  name: "tag-budgets",
  async up(tx) {
    await sql`alter table holds add column tag_balance_ids text`.execute(tx);
    await sql`create index ledger_tagged on ledger (workspace_id, charged_day) where tags is not null`.execute(
      tx,
    );
  },
};
