import { sql } from "kysely";
import { hotFunctionsSql } from "../postgres/functions-1.ts";
import type { Migration } from "./migration.ts";

/** SQLite does the same in the program: sqlite/admit.ts and sqlite/settle.ts. */
export const hotFunctions: Migration = {
  name: "hot-functions",
  async up(tx, engine) {
    if (engine === "sqlite") return;
    for (const statement of hotFunctionsSql) await sql.raw(statement).execute(tx);
  },
};
