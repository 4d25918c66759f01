import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** See tables/organisations.ts. A program of before judges by the balance, in which a share counts as held. */
export const shares: Migration = {
  name: "shares",
  async up(tx, engine) {
    const { id, options } = words[engine];
    await sql
      .raw(`create table shares (
        id ${id},
        organisation_id text not null,
        balance_id bigint references budget_balances (id) on delete cascade,
        holder text not null,
        lane text not null,
        granted_nanousd bigint not null,
        held_nanousd bigint not null check (held_nanousd <= 0),
        usage_nanousd bigint not null check (usage_nanousd >= 0),
        day integer not null,
        usage_day_nanousd bigint not null,
        usage_week_nanousd bigint not null,
        usage_month_nanousd bigint not null
      ) ${options}`)
      .execute(tx);
    for (const column of ["balance_id", "organisation_id", "holder"])
      await sql.raw(`create index shares_${column} on shares (${column})`).execute(tx);
  },
};

const words = {
  sqlite: { id: "integer primary key autoincrement", options: "" },
  postgres: {
    id: "bigint generated always as identity primary key",
    options: "with (fillfactor = 50)",
  },
} as const;
