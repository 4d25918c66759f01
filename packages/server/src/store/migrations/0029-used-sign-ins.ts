import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** Sign-ins that have become a session: none of them becomes another one, also after that session has ended. */
export const usedSignIns: Migration = {
  name: "used-sign-ins",
  async up(tx) {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};

const statements = [
  "create table used_sign_ins (attempt_id text primary key, used_at_ms bigint not null)",
  "create index used_sign_ins_oldest on used_sign_ins (used_at_ms)",
];
