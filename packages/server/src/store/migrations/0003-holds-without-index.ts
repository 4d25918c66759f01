import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * SQLite wrote a page of this index with every hold, and looked there once in a heartbeat. There are no more holds
 * than requests under way: they are quickly read from end to end.
 */
export const holdsWithoutIndex: Migration = {
  name: "holds-without-index",
  async up(tx, engine) {
    if (engine === "sqlite") await sql`drop index holds_process`.execute(tx);
  },
};
