import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** What has refused the last request. Programs of before write none: their rows say nothing of it. */
export const refusalSubjects: Migration = {
  name: "refusal-subjects",
  async up(tx) {
    await sql`alter table refusals add column subject text`.execute(tx);
  },
};
