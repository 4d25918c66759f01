import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/**
 * Sums of activity_days and activity_day_times by weeks, so that a list of months reads a fifth of the rows
 * (money/week-sums.ts). A program of an earlier version that still runs during an upgrade does not know them: what it
 * refunds of a week that is summed up already stays unseen in lists of that week.
 */
export const activityWeeks: Migration = {
  name: "activity-weeks",
  async up(tx, engine) {
    await sql.raw(`${table} ${engine === "sqlite" ? "without rowid" : ""}`).execute(tx);
  },
};

const table = `create table activity_weeks (
    organisation_id text not null,
    week integer not null,
    group_id text not null,
    key_id bigint not null,
    workspace_id text not null,
    model text not null,
    provider text,
    app_url text,
    app_title text,
    requests bigint not null,
    estimated_requests bigint not null,
    failures bigint not null,
    byok_requests bigint not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    cached_input_tokens bigint not null,
    reasoning_tokens bigint not null,
    cost_nanousd bigint not null,
    unbilled_nanousd bigint not null,
    latencies text not null,
    first_tokens text not null,
    timed_tokens bigint not null,
    timed_ms bigint not null,
    primary key (organisation_id, week, group_id)
  )`;
