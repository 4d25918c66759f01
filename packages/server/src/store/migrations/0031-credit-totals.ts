import { sql } from "kysely";
import { admit3Sql } from "../postgres/admit-function-3.ts";
import { alertCreditsSql } from "../postgres/alert-functions-1.ts";
import { keepCreditsSql } from "../postgres/keep-credits-function.ts";
import { settle3Sql } from "../postgres/settle-function-3.ts";
import type { Migration } from "./migration.ts";

/**
 * The totals of an organisation's credits. They are kept from the first admission that enforces credits, which counts
 * them: an installation without that pays nothing for them. PostgreSQL's functions get new texts under their old names,
 * so that processes of before keep the totals too.
 */
export const creditTotals: Migration = {
  name: "credit-totals",
  async up(tx, engine) {
    for (const column of [
      "credits_kept integer",
      "credits_used_nanousd bigint",
      "credits_held_nanousd bigint",
    ])
      await sql
        .raw(`alter table organisations add column ${column} not null default 0`)
        .execute(tx);
    if (engine === "sqlite") return;
    for (const statement of [
      "drop function if exists portico_admit_2(json, bigint[], boolean)",
      "drop function if exists portico_settle_2(json, bigint[])",
      keepCreditsSql,
      admit3Sql,
      settle3Sql,
      alertCreditsSql,
    ])
      await sql.raw(statement).execute(tx);
  },
};
