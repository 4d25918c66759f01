import { sql } from "kysely";
import { alertFunctions1Sql } from "../postgres/alert-functions-1.ts";
import { budgetFunctions1Sql } from "../postgres/budget-functions-1.ts";
import type { Migration } from "./migration.ts";

/** They read columns that are younger than the tables of budgets. */
export const budgetFunctions: Migration = {
  name: "budget-functions",
  async up(tx, engine) {
    if (engine === "sqlite") return;
    for (const statement of [...budgetFunctions1Sql, ...alertFunctions1Sql])
      await sql.raw(statement).execute(tx);
  },
};
