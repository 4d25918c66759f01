import { sql } from "kysely";
import type { Store } from "../store.ts";
import type { Migration } from "./migration.ts";

export const firstTables: Migration = {
  name: "first-tables",
  async up(tx, engine) {
    const words = wordsOf[engine];
    for (const statement of [...identity(), ...keys(words), ...ledger(words), ...others(words)])
      await sql.raw(statement).execute(tx);
  },
};

interface Words {
  /** A number that is given out once: it is never used again after a deletion. */
  readonly numbered: string;
  readonly bytes: string;
  /** Leaves room in each page for a row's next version, so that no index is touched by an update. */
  readonly rewrittenOften: string;
}

/** All that the engines say differently. */
const wordsOf: Readonly<Record<Store["engine"], Words>> = {
  sqlite: { numbered: "integer primary key autoincrement", bytes: "blob", rewrittenOften: "" },
  postgres: {
    numbered: "bigint generated always as identity primary key",
    bytes: "bytea",
    rewrittenOften: "with (fillfactor = 50)",
  },
};

const identity = () => [
  `create table installation (
    id integer primary key not null check (id = 1),
    organisation_id text not null,
    created_at_ms bigint not null
  )`,
  `create table organisations (
    id text primary key not null,
    name text not null,
    granted_nanousd bigint not null default 0,
    created_at_ms bigint not null
  )`,
  `create table workspaces (
    id text primary key not null,
    organisation_id text not null references organisations (id),
    revision bigint not null,
    name text not null,
    slug text not null,
    description text,
    default_text_model text,
    default_image_model text,
    default_provider_sort text,
    io_logging integer not null,
    broadcast integer not null,
    data_discount integer not null,
    io_logging_sampling_rate double precision not null,
    io_logging_api_key_ids text,
    created_by text,
    created_at_ms bigint not null,
    updated_at_ms bigint,
    deleted_at_ms bigint
  )`,
  `create unique index workspaces_slug on workspaces (organisation_id, slug)
    where deleted_at_ms is null`,
];

const keys = ({ numbered, rewrittenOften }: Words) => [
  `create table keys (
    id ${numbered},
    hash text not null unique,
    organisation_id text not null references organisations (id),
    workspace_id text not null references workspaces (id),
    kind text not null,
    name text not null,
    label text not null,
    disabled integer not null default 0,
    limit_nanousd bigint,
    limit_reset text,
    requests_per_minute bigint,
    tokens_per_minute bigint,
    expires_at_ms bigint,
    created_by text,
    created_at_ms bigint not null,
    updated_at_ms bigint,
    deleted_at_ms bigint
  )`,
  "create index keys_organisation on keys (organisation_id, id)",
  "create index keys_workspace on keys (workspace_id)",
  `create table key_balances (
    key_id bigint primary key not null references keys (id),
    organisation_id text not null,
    held_nanousd bigint not null default 0 check (held_nanousd >= 0),
    usage_nanousd bigint not null default 0 check (usage_nanousd >= 0),
    credits_held_nanousd bigint not null default 0 check (credits_held_nanousd >= 0),
    credits_used_nanousd bigint not null default 0 check (credits_used_nanousd >= 0),
    day integer not null default 0,
    usage_day_nanousd bigint not null default 0 check (usage_day_nanousd >= 0),
    usage_week_nanousd bigint not null default 0 check (usage_week_nanousd >= 0),
    usage_month_nanousd bigint not null default 0 check (usage_month_nanousd >= 0),
    requests_debt bigint not null default 0,
    tokens_debt bigint not null default 0,
    rated_at_ms bigint not null default 0
  ) ${rewrittenOften}`,
  "create index key_balances_organisation on key_balances (organisation_id)",
  `create table processes (
    id text primary key not null,
    beats bigint not null,
    started_at_ms bigint not null
  ) ${rewrittenOften}`,
  `create table holds (
    request_id text primary key not null,
    process_id text not null,
    key_id bigint not null,
    amount_nanousd bigint not null check (amount_nanousd >= 0),
    uses_credits integer not null,
    rate_tokens bigint,
    created_at_ms bigint not null,
    operation text not null,
    model text not null,
    app_url text,
    app_title text
  )`,
  "create index holds_process on holds (process_id)",
];

const ledger = ({ rewrittenOften }: Words) => [
  `create table ledger (
    request_id text primary key not null,
    key_id bigint not null,
    organisation_id text not null,
    workspace_id text not null,
    state text not null,
    held_nanousd bigint not null,
    charged_nanousd bigint not null,
    unbilled_nanousd bigint not null,
    uses_credits integer not null,
    charged_day integer not null,
    group_id text not null,
    created_at_ms bigint not null,
    settled_at_ms bigint not null,
    operation text not null,
    model text not null,
    provider text,
    upstream_model text,
    byok integer not null,
    streamed integer not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    cached_input_tokens bigint not null,
    reasoning_tokens bigint not null,
    estimated integer not null,
    finish_reason text,
    status integer not null,
    error_kind text,
    discount_nanousd bigint not null,
    latency_ms bigint not null,
    first_token_ms bigint,
    attempts text not null,
    app_url text,
    app_title text,
    check (charged_nanousd between 0 and held_nanousd)
  )`,
  "create index ledger_settled on ledger (settled_at_ms)",
  `create table activity_days (
    organisation_id text not null,
    day integer not null,
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
    primary key (organisation_id, day, group_id)
  ) ${rewrittenOften}`,
];

const others = ({ numbered, bytes }: Words) => [
  `create table credit_grants (
    id ${numbered},
    organisation_id text not null references organisations (id),
    amount_nanousd bigint not null,
    note text,
    created_by text,
    created_at_ms bigint not null
  )`,
  `create table credentials (
    id text primary key not null,
    organisation_id text not null references organisations (id),
    workspace_id text not null references workspaces (id),
    provider text not null,
    name text not null,
    label text not null,
    disabled integer not null,
    ciphertext ${bytes} not null,
    wrapped_data_key ${bytes} not null,
    key_version integer not null,
    created_at_ms bigint not null,
    updated_at_ms bigint
  )`,
  "create index credentials_organisation on credentials (organisation_id, created_at_ms)",
  "create index credentials_workspace on credentials (workspace_id, created_at_ms)",
  `create table io_log (
    id ${numbered},
    request_id text not null,
    workspace_id text not null,
    key_id bigint not null,
    request text not null,
    reply text not null,
    created_at_ms bigint not null
  )`,
  "create index io_log_workspace on io_log (workspace_id, created_at_ms, id)",
  "create index io_log_created on io_log (created_at_ms)",
];
