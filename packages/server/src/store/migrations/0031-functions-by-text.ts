import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The hash of the functions' text (postgres/install-functions.ts). What no program calls since version 29 goes. */
export const functionsByText: Migration = {
  name: "functions-by-text",
  async up(tx, engine) {
    await sql`drop table if exists activity_groups`.execute(tx);
    if (engine === "sqlite") return;
    await sql`create table portico_functions (hash text not null)`.execute(tx);
    await sql`insert into portico_functions (hash) values ('')`.execute(tx);
    await sql`drop function if exists portico_admit_1(json, bigint[], boolean)`.execute(tx);
    await sql`drop function if exists portico_settle_1(json, bigint[])`.execute(tx);
  },
};
