import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * A key's requests in the order of their booking, for its lists. It takes the place of the index of groups: a caller
 * makes as many groups as it names applications, and each list of the key had to merge them all. Only a program of an
 * earlier version reads and writes activity_groups.
 */
export const ledgerOfKeys: Migration = {
  name: "ledger-of-keys",
  async up(tx) {
    await sql.raw("drop index ledger_group").execute(tx);
    await sql.raw("create index ledger_key on ledger (key_id, settled_at_ms)").execute(tx);
  },
};
