import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * SQLite kept each hold in a table and its name in an index beside it: twice the pages to write and to flush for rows
 * that live for a second. Now the name is where the row is.
 */
export const holdsByRequest: Migration = {
  name: "holds-by-request",
  async up(tx, engine) {
    if (engine !== "sqlite") return;
    await sql`alter table holds rename to old_holds`.execute(tx);
    await sql`create table holds (
      request_id text primary key not null,
      process_id text not null,
      key_id bigint not null,
      amount_nanousd bigint not null check (amount_nanousd >= 0),
      uses_credits integer not null,
      rate_tokens bigint,
      created_at_ms bigint not null,
      operation text not null,
      model text not null,
      app_url text,
      app_title text
    ) without rowid`.execute(tx);
    await sql`insert into holds select * from old_holds`.execute(tx);
    await sql`drop table old_holds`.execute(tx);
  },
};
