import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** What each session of a key may spend. A program of before neither knows nor changes it. */
export const sessionBudget: Migration = {
  name: "session-budget",
  async up(tx) {
    await sql`alter table keys add column session_budget_nanousd bigint`.execute(tx);
  },
};
