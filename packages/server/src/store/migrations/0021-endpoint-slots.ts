import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** What processes have measured of endpoints: `GET /providers` and the endpoints of a model show it. */
export const endpointSlots: Migration = {
  name: "endpoint-slots",
  async up(tx) {
    await sql`create table endpoint_slots (
      endpoint text not null,
      slot bigint not null,
      process_id text not null,
      answered bigint not null,
      failed bigint not null,
      latency text not null,
      throughput text not null,
      primary key (endpoint, slot, process_id)
    )`.execute(tx);
    await sql`create index endpoint_slots_slot on endpoint_slots (slot)`.execute(tx);
  },
};
