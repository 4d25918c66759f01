import { sql } from "kysely";
import type { Store } from "../store.ts";
import type { Migration } from "./migration.ts";

/**
 * The ledger by hours, and the times of requests by hours and days, for `GET /activity`. A process counts the rows of
 * the ledger in the background, up to the cursor; the rest is counted when the list is read (money/count-hours.ts).
 * A program of an earlier version that still runs during an upgrade does not look at the cursor: a row that it books
 * more than some seconds late is missing in these tables, and is only in activity_days.
 */
export const activityHours: Migration = {
  name: "activity-hours",
  async up(tx, engine) {
    for (const statement of statements(engine)) await sql.raw(statement).execute(tx);
  },
};

const times = `latencies text not null,
    first_tokens text not null,
    timed_tokens bigint not null,
    timed_ms bigint not null`;

function statements(engine: Store["engine"]): readonly string[] {
  const [byKey, rewrittenOften] =
    engine === "sqlite" ? ["without rowid", ""] : ["", "with (fillfactor = 50)"];
  return [
    `create table activity_cursor (
      id integer primary key not null check (id = 1),
      closed_ms bigint not null,
      counted_ms bigint not null
    ) ${rewrittenOften}`,
    "insert into activity_cursor (id, closed_ms, counted_ms) values (1, 0, 0)",
    `create table activity_groups (
      organisation_id text not null,
      group_id text not null,
      ${group},
      primary key (organisation_id, group_id)
    ) ${byKey}`,
    `create table activity_hours (
      organisation_id text not null,
      is_coarse integer not null,
      hour integer not null,
      group_id text not null,
      ${group},
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
      ${times},
      primary key (organisation_id, is_coarse, hour, group_id)
    ) ${byKey}`,
    "create index activity_hours_oldest on activity_hours (hour)",
    `create table activity_day_times (
      organisation_id text not null,
      is_coarse integer not null,
      day integer not null,
      group_id text not null,
      ${group},
      ${times},
      primary key (organisation_id, is_coarse, day, group_id)
    ) ${byKey}`,
  ];
}

/** A coarse row has the requests of all keys and applications; its key is 0. */
const group = `key_id bigint not null,
    workspace_id text not null,
    model text not null,
    provider text,
    app_url text,
    app_title text`;
