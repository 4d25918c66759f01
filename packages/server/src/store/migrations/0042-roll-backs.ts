import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The canaries of the version in use that were rolled back. A program of before leaves them as they are: each names its version. */
export const rollBacks: Migration = {
  name: "roll-backs",
  async up(tx) {
    await sql`alter table configuration_in_use add column roll_backs text`.execute(tx);
  },
};
