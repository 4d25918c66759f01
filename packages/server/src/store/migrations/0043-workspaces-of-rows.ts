import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * The workspace of each row that grows or is hot: where tables are spread over nodes, it says which one has the row. A
 * program of before leaves it empty.
 */
export const workspacesOfRows: Migration = {
  name: "workspaces-of-rows",
  async up(tx) {
    for (const table of ["key_balances", "holds", "ledger_attempts", "shares"])
      await sql`alter table ${sql.table(table)} add column workspace text`.execute(tx);
  },
};
