/** A coarse row has the requests of all keys and applications; its key is 0. */
const group = `key_id bigint not null,
    workspace_id text not null,
    model text not null,
    provider text,
    app_url text,
    app_title text`;
const counts = `requests bigint not null,
    estimated_requests bigint not null,
    failures bigint not null,
    byok_requests bigint not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    cached_input_tokens bigint not null,
    reasoning_tokens bigint not null,
    cost_nanousd bigint not null`;
const times = `latencies text not null,
    first_tokens text not null,
    timed_tokens bigint not null,
    timed_ms bigint not null`;

/** What is counted of requests by days and hours (money/count-hours.ts, money/count-states.ts), of endpoints and of refusals. */
export const sumsTables: readonly string[] = [
  `create table ledger_days (
    organisation_id text not null,
    day integer not null,
    state text not null,
    uses_credits integer not null,
    requests bigint not null,
    held_nanousd bigint not null,
    charged_nanousd bigint not null,
    unbilled_nanousd bigint not null,
    refunded_nanousd bigint not null,
    primary key (organisation_id, day, state, uses_credits)
  ) <byKey> <rewrittenOften>`,
  `create table unbilled_days (
    organisation_id text not null,
    day integer not null,
    unbilled_nanousd bigint not null,
    primary key (organisation_id, day)
  )`,
  `create table activity_days (
    organisation_id text not null,
    day integer not null,
    group_id text not null,
    ${group},
    ${counts},
    unbilled_nanousd bigint not null default 0,
    primary key (organisation_id, day, group_id)
  ) <rewrittenOften>`,
  `create table activity_cursor (
    id integer primary key not null check (id = 1),
    closed_ms bigint not null,
    counted_ms bigint not null,
    states_ms bigint not null default 0
  ) <rewrittenOften>`,
  `create table activity_hours (
    organisation_id text not null,
    is_coarse integer not null,
    hour integer not null,
    group_id text not null,
    ${group},
    ${counts},
    unbilled_nanousd bigint not null,
    ${times},
    primary key (organisation_id, is_coarse, hour, group_id)
  ) <byKey>`,
  "insert into activity_cursor (id, closed_ms, counted_ms) values (1, 0, 0)",
  "create index activity_hours_oldest on activity_hours (hour)",
  `create table activity_day_times (
    organisation_id text not null,
    is_coarse integer not null,
    day integer not null,
    group_id text not null,
    ${group},
    ${times},
    primary key (organisation_id, is_coarse, day, group_id)
  ) <byKey>`,
  `create table endpoint_slots (
    endpoint text not null,
    slot bigint not null,
    process_id text not null,
    answered bigint not null,
    failed bigint not null,
    latency text not null,
    throughput text not null,
    primary key (endpoint, slot, process_id)
  )`,
  "create index endpoint_slots_slot on endpoint_slots (slot)",
  `create table circuit_changes (
    endpoint text not null,
    at_ms bigint not null,
    process_id text not null,
    circuit text not null,
    primary key (endpoint, at_ms, process_id)
  )`,
  "create index circuit_changes_time on circuit_changes (at_ms)",
  `create table refusals (
    organisation_id text not null,
    workspace_id text not null,
    key_id bigint not null,
    hour bigint not null,
    reason text not null,
    model text not null,
    status integer not null,
    requests bigint not null,
    last_at_ms bigint not null,
    operation text not null,
    request_id text not null,
    message text not null,
    primary key (organisation_id, hour, key_id, reason, model)
  )`,
  "create index refusals_oldest on refusals (hour)",
];
