import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The version that a process runs, with its heartbeat; null of programs of before, which do not say. */
export const processConfigurations: Migration = {
  name: "process-configurations",
  async up(tx) {
    await sql`alter table processes add column configuration_version bigint`.execute(tx);
  },
};
