import { sql } from "kysely";
import { admit3Sql } from "../postgres/admit-function-3.ts";
import { settle3Sql } from "../postgres/settle-function-3.ts";
import type { Migration } from "./migration.ts";

/** The earlier versions stay for the programs that call them during an upgrade. */
export const money3: Migration = {
  name: "money-3",
  async up(tx, engine) {
    if (engine === "sqlite") return;
    await sql.raw(admit3Sql).execute(tx);
    await sql.raw(settle3Sql).execute(tx);
  },
};
