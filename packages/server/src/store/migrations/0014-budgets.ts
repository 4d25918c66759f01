import { sql } from "kysely";
import type { Store } from "../store.ts";
import type { Migration } from "./migration.ts";

/** Limits above the key, the sums that they are compared with, and the alerts that crossed thresholds write. */
export const budgets: Migration = {
  name: "budgets",
  async up(tx, engine) {
    for (const statement of statements[engine]) await sql.raw(statement).execute(tx);
  },
};

const tables = (numbered: string, rewrittenOften: string) => [
  `create table budgets (
    id text primary key not null,
    organisation_id text not null references organisations (id),
    workspace_id text not null references workspaces (id),
    scope text not null,
    end_user text,
    name text not null,
    limit_nanousd bigint not null check (limit_nanousd >= 0),
    limit_reset text,
    raise_nanousd bigint,
    raise_until_ms bigint,
    created_by text,
    created_at_ms bigint not null,
    updated_at_ms bigint
  )`,
  // One budget for a workspace, one for each end user, and one for all end users without their own.
  "create unique index budgets_subject on budgets (workspace_id, scope, coalesce(end_user, ''))",
  "create index budgets_organisation on budgets (organisation_id, created_at_ms, id)",
  `create table budget_balances (
    id ${numbered},
    organisation_id text not null,
    workspace_id text not null,
    end_user text not null,
    held_nanousd bigint not null default 0 check (held_nanousd >= 0),
    usage_nanousd bigint not null default 0 check (usage_nanousd >= 0),
    day integer not null default 0,
    usage_day_nanousd bigint not null default 0 check (usage_day_nanousd >= 0),
    usage_week_nanousd bigint not null default 0 check (usage_week_nanousd >= 0),
    usage_month_nanousd bigint not null default 0 check (usage_month_nanousd >= 0)
  ) ${rewrittenOften}`,
  "create unique index budget_balances_subject on budget_balances (workspace_id, end_user)",
  `create table unbilled_days (
    organisation_id text not null,
    day integer not null,
    unbilled_nanousd bigint not null,
    primary key (organisation_id, day)
  )`,
  `create table alerts (
    id text primary key not null,
    organisation_id text not null references organisations (id),
    workspace_id text,
    kind text not null,
    subject text not null,
    subject_name text not null,
    threshold_percent integer,
    period text not null,
    limit_nanousd bigint,
    spent_nanousd bigint,
    dedupe_key text not null unique,
    details text not null,
    created_at_ms bigint not null,
    fanned_out_at_ms bigint
  )`,
  "create index alerts_organisation on alerts (organisation_id, created_at_ms, id)",
  "create index alerts_waiting on alerts (created_at_ms) where fanned_out_at_ms is null",
  // The balances in which a hold is counted, and whether it counts against its key's requests in flight.
  "alter table holds add column workspace_balance_id bigint",
  "alter table holds add column end_user_balance_id bigint",
  "alter table holds add column in_flight integer",
  "create index holds_in_flight on holds (key_id) where in_flight = 1",
];

const statements: Readonly<Record<Store["engine"], readonly string[]>> = {
  sqlite: tables("integer primary key autoincrement", ""),
  postgres: tables("bigint generated always as identity primary key", "with (fillfactor = 50)"),
};
