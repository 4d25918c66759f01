import { type RawBuilder, sql } from "kysely";
import type { Store } from "./store.ts";

/** The database's own clock if several machines share it: their own clocks differ. */
export function databaseNow(engine: Store["engine"]): RawBuilder<number> {
  return engine === "postgres"
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${Date.now()}`;
}
