import type { Generated, Kysely, Selectable, Transaction } from "kysely";
import type { Flag } from "./fields.ts";
import type {
  ActivityCursorTable,
  ActivityDaysTable,
  ActivityDayTimesTable,
  ActivityHoursTable,
  ActivityWeeksTable,
  TagDaysTable,
} from "./money/activity-tables.ts";
import type { LedgerState } from "./ports/generation.ts";
import type {
  BudgetBalancesTable,
  BudgetsTable,
  ConfigurationInUseTable,
  ConfigurationVersionsTable,
  CredentialsTable,
  CreditGrantsTable,
  InstallationTable,
  KeySecretsTable,
  KeysTable,
  OrganisationsTable,
  SharesTable,
  UnbilledDaysTable,
  WorkspacesTable,
} from "./tables/organisations.ts";
import type {
  AlertsTable,
  AuditEventsTable,
  ConsoleSessionsTable,
  OutboxTable,
  UsedSignInsTable,
} from "./tables/people.ts";
import type {
  CircuitChangesTable,
  EndpointSlotsTable,
  IdempotentRequestsTable,
  IoLogTable,
  KeptResponsesTable,
  LedgerAttemptsTable,
  LedgerDaysTable,
  RefusalsTable,
  VectorCacheTable,
} from "./tables/requests.ts";

/**
 * The tables, the same in both engines. Amounts are nanodollars, times milliseconds, days are counted from
 * 1970-01-01 in UTC, flags are 0 and 1. Rows are only searched for by indexed columns.
 */
export interface Tables {
  installation: InstallationTable;
  organisations: OrganisationsTable;
  credit_grants: CreditGrantsTable;
  configuration_versions: ConfigurationVersionsTable;
  configuration_in_use: ConfigurationInUseTable;
  workspaces: WorkspacesTable;
  keys: KeysTable;
  key_secrets: KeySecretsTable;
  key_balances: KeyBalancesTable;
  processes: ProcessesTable;
  holds: HoldsTable;
  ledger: LedgerTable;
  ledger_attempts: LedgerAttemptsTable;
  ledger_days: LedgerDaysTable;
  activity_days: ActivityDaysTable;
  activity_hours: ActivityHoursTable;
  activity_day_times: ActivityDayTimesTable;
  tag_days: TagDaysTable;
  activity_weeks: ActivityWeeksTable;
  activity_cursor: ActivityCursorTable;
  credentials: CredentialsTable;
  io_log: IoLogTable;
  audit_events: AuditEventsTable;
  outbox: OutboxTable;
  endpoint_slots: EndpointSlotsTable;
  circuit_changes: CircuitChangesTable;
  refusals: RefusalsTable;
  vector_cache: VectorCacheTable;
  idempotent_requests: IdempotentRequestsTable;
  kept_responses: KeptResponsesTable;
  budgets: BudgetsTable;
  budget_balances: BudgetBalancesTable;
  shares: SharesTable;
  unbilled_days: UnbilledDaysTable;
  alerts: AlertsTable;
  console_sessions: ConsoleSessionsTable;
  used_sign_ins: UsedSignInsTable;
}

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/**
 * The sums that requests change. Separate from `keys` because it is rewritten with every batch. The lock on this row
 * covers the key's holds, ledger rows and activity: transactions that write those must hold it.
 */
export interface KeyBalancesTable {
  key_id: number;
  organisation_id: string;
  /** Null in a row of an earlier version, as in the tables below. */
  workspace: Generated<string | null>;
  held_nanousd: Generated<number>;
  usage_nanousd: Generated<number>;
  /** The parts of both sums that count against the organisation's credits. */
  credits_held_nanousd: Generated<number>;
  credits_used_nanousd: Generated<number>;
  /** The last day on which the three sums below were charged. It never goes back, even if a clock does. */
  day: Generated<number>;
  usage_day_nanousd: Generated<number>;
  usage_week_nanousd: Generated<number>;
  usage_month_nanousd: Generated<number>;
  /** See rate.ts. */
  requests_debt: Generated<number>;
  tokens_debt: Generated<number>;
  rated_at_ms: Generated<number>;
}

interface ProcessesTable {
  id: string;
  /** A count, not a time: watchers use their own steady clocks, and two clocks are never compared. */
  beats: number;
  started_at_ms: number;
  /** The one that it runs; null where it does not say. */
  configuration_version: number | null;
}

interface HoldsTable {
  /** Our generation id; `request_id` is its older name. */
  request_id: string;
  process_id: string;
  key_id: number;
  workspace: Generated<string | null>;
  amount_nanousd: number;
  uses_credits: Flag;
  /** The tokens that were taken from the limit per minute; null if the key had none. */
  rate_tokens: number | null;
  /** The rows of `budget_balances` in which the amount is held; null if no budget covers the request. */
  workspace_balance_id: Generated<number | null>;
  end_user_balance_id: Generated<number | null>;
  /** Likewise of the request's tags, as a list; null for none. */
  tag_balance_ids: Generated<string | null>;
  /** 1 if the key has a limit of requests in flight, which counts these rows. */
  in_flight: Generated<Flag | null>;
  created_at_ms: number;
  /** The facts under which an abandoned request is listed. */
  operation: "embeddings" | "rerank" | "responses" | "chat" | "messages";
  model: string;
  app_url: string | null;
  app_title: string | null;
  end_user: string | null;
  session_id: string | null;
  /** As in the ledger. */
  tags: Generated<string | null>;
}

interface LedgerTable {
  /** Our generation id, as in holds. */
  request_id: string;
  key_id: number;
  organisation_id: string;
  workspace_id: string;
  state: LedgerState;
  held_nanousd: number;
  charged_nanousd: number;
  unbilled_nanousd: number;
  uses_credits: Flag;
  /** The day in whose sums it was charged: a refund is subtracted from the same sums. */
  charged_day: number;
  /** The row of `activity_days` in which it is counted. */
  group_id: string;
  created_at_ms: number;
  settled_at_ms: number;
  operation: "embeddings" | "rerank" | "responses" | "chat" | "messages";
  model: string;
  provider: string | null;
  upstream_model: string | null;
  byok: Flag;
  streamed: Flag;
  input_tokens: number;
  output_tokens: number;
  cached_input_tokens: number;
  reasoning_tokens: number;
  estimated: Flag;
  finish_reason: string | null;
  status: number;
  error_kind: string | null;
  discount_nanousd: number;
  latency_ms: number;
  first_token_ms: number | null;
  /** JSON. */
  attempts: string;
  app_url: string | null;
  app_title: string | null;
  end_user: string | null;
  session_id: string | null;
  /** The name of the price that was used. */
  price: string | null;
  /** The parts of the cost before the discount; null where it was not divided. */
  input_nanousd: number | null;
  output_nanousd: number | null;
  cache_read_nanousd: number | null;
  cache_write_nanousd: number | null;
  upstream_nanousd: number | null;
  /** Under which it was served: 0 for the presets; null in a row of an earlier version. */
  configuration_version: number | null;
  /** JSON: values by the names of the configuration of then; null without any, and in a row of an earlier version. */
  tags: Generated<string | null>;
  /** The charge that was given back; null where none was. */
  refunded_nanousd: Generated<number | null>;
}

export type WorkspaceRow = Selectable<WorkspacesTable>;
export type KeyRow = Selectable<KeysTable>;
export type KeyBalanceRow = Selectable<KeyBalancesTable>;
export type HoldRow = Selectable<HoldsTable>;
export type LedgerRow = Selectable<LedgerTable>;
export type LedgerAttemptRow = Selectable<LedgerAttemptsTable>;
export type ConfigurationVersionRow = Selectable<ConfigurationVersionsTable>;
export type CredentialRow = Selectable<CredentialsTable>;
export type AuditEventRow = Selectable<AuditEventsTable>;
export type AlertRow = Selectable<AlertsTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type BudgetRow = Selectable<BudgetsTable>;
export type BudgetBalanceRow = Selectable<BudgetBalancesTable>;
export type ShareRow = Selectable<SharesTable>;
export type ActivityDayRow = Selectable<ActivityDaysTable>;
export type UnbilledDayRow = Selectable<UnbilledDaysTable>;
