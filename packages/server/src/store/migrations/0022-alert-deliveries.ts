import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The alert that a notice is about, and the course of a provider's outage: one open alert for each provider. */
export const alertDeliveries: Migration = {
  name: "alert-deliveries",
  async up(tx) {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};

const statements = [
  "alter table outbox add column alert_id text",
  "create index outbox_alert on outbox (alert_id) where alert_id is not null",
  "alter table alerts add column seen_at_ms bigint",
  "alter table alerts add column resolved_at_ms bigint",
  `create unique index alerts_open_outage on alerts (organisation_id, subject)
    where kind = 'provider_down' and resolved_at_ms is null`,
  "create index alerts_created on alerts (created_at_ms)",
];
