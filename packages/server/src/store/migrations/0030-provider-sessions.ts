import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The `sid` of a session's sign-in, by which the provider ends it. */
export const providerSessions: Migration = {
  name: "provider-sessions",
  async up(tx) {
    await sql.raw("alter table console_sessions add column provider_session text").execute(tx);
  },
};
