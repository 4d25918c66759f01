import { countColumns } from "../money/activity-tables.ts";
import type { Store } from "../store.ts";

/** A table that batches write. The statements of both engines are made of this. */
export interface HotTable {
  readonly name: string;
  /** In the order of the statement's values. */
  readonly columns: readonly string[];
  /** What happens to a row that is there already. */
  readonly onConflict: string;
}

function table(name: string, columns: string, onConflict = ""): HotTable {
  return { name, columns: columns.trim().split(/\s+/), onConflict };
}

/** The first column finds the row, and is not changed. */
export const keyBalances = table(
  "key_balances",
  `key_id held_nanousd usage_nanousd credits_held_nanousd credits_used_nanousd day usage_day_nanousd
  usage_week_nanousd usage_month_nanousd requests_debt tokens_debt rated_at_ms`,
);

/** Likewise. */
export const budgetBalances = table(
  "budget_balances",
  `id held_nanousd usage_nanousd day usage_day_nanousd usage_week_nanousd usage_month_nanousd`,
);

export const newBudgetBalances = table(
  "budget_balances",
  `${budgetBalances.columns.join(" ")} organisation_id workspace_id end_user`,
);

/** The first column finds the row. */
export const shares = table(
  "shares",
  `id granted_nanousd ${budgetBalances.columns.slice(1).join(" ")}`,
);

export const newShares = table(
  "shares",
  `organisation_id workspace balance_id holder lane ${shares.columns.slice(1).join(" ")}`,
);

export const holds = table(
  "holds",
  `request_id process_id key_id amount_nanousd uses_credits rate_tokens created_at_ms operation model
  app_url app_title end_user session_id workspace_balance_id end_user_balance_id in_flight
  tags tag_balance_ids workspace`,
);

export const ledger = table(
  "ledger",
  `request_id key_id organisation_id workspace_id state held_nanousd charged_nanousd unbilled_nanousd
  uses_credits charged_day group_id created_at_ms settled_at_ms operation model provider upstream_model
  byok streamed input_tokens output_tokens cached_input_tokens reasoning_tokens estimated finish_reason
  status error_kind discount_nanousd latency_ms first_token_ms attempts app_url app_title end_user
  session_id price input_nanousd output_nanousd cache_read_nanousd cache_write_nanousd upstream_nanousd
  configuration_version tags`,
);

export const ledgerAttempts = table(
  "ledger_attempts",
  `request_id attempt workspace provider upstream_model byok group_id input_tokens output_tokens
  cached_input_tokens reasoning_tokens estimated charged_nanousd unbilled_nanousd`,
);

function plus(name: string, columns: readonly string[]): string {
  return columns.map((column) => `${column} = ${name}.${column} + excluded.${column}`).join(", ");
}

const countedDays = (conflict: string) =>
  table(
    "activity_days",
    `organisation_id day group_id key_id workspace_id model provider app_url app_title
  ${countColumns.join(" ")}`,
    `on conflict ${conflict} do update set ${plus("activity_days", countColumns)}`,
  );

/** PostgreSQL finds a row by the name of the key, which has the workspace in it too where tables are spread over nodes. */
export const activityDays: Readonly<Record<Store["engine"], HotTable>> = {
  sqlite: countedDays("(organisation_id, day, group_id)"),
  postgres: countedDays("on constraint activity_days_pkey"),
};

export const unbilledDays = table(
  "unbilled_days",
  "organisation_id day unbilled_nanousd",
  `on conflict (organisation_id, day) do update set ${plus("unbilled_days", ["unbilled_nanousd"])}
    returning organisation_id, day, unbilled_nanousd`,
);

export const alerts = table(
  "alerts",
  `id organisation_id workspace_id kind subject subject_name threshold_percent period limit_nanousd
  spent_nanousd dedupe_key details created_at_ms`,
  "on conflict (dedupe_key) do nothing",
);
