import type { Generated } from "kysely";
import type { ProviderSort } from "../../model-call/provider-sort.ts";
import type { Flag } from "../flag.ts";
import type { KeyRights } from "../ports/key-rights.ts";
import type { LimitReset } from "../ports/keys.ts";

/** One row: the first start. */
export interface InstallationTable {
  id: 1;
  organisation_id: string;
  created_at_ms: number;
}

export interface OrganisationsTable {
  id: string;
  name: string;
  granted_nanousd: number;
  /** Whether the totals of the credits are kept here: from the first admission that enforces them. */
  credits_kept: Generated<Flag>;
  credits_used_nanousd: Generated<number>;
  credits_held_nanousd: Generated<number>;
  created_at_ms: number;
}

export interface CreditGrantsTable {
  id: Generated<number>;
  organisation_id: string;
  amount_nanousd: number;
  note: string | null;
  created_by: string | null;
  created_at_ms: number;
}

export interface WorkspacesTable {
  id: string;
  organisation_id: string;
  revision: number;
  name: string;
  slug: string;
  description: string | null;
  default_text_model: string | null;
  default_image_model: string | null;
  default_provider_sort: ProviderSort | null;
  io_logging: Flag;
  broadcast: Flag;
  data_discount: Flag;
  vector_cache: Flag;
  io_logging_sampling_rate: number;
  /** A JSON array of key ids. */
  io_logging_api_key_ids: string | null;
  created_by: string | null;
  created_at_ms: number;
  updated_at_ms: number | null;
  deleted_at_ms: number | null;
}

export interface CredentialsTable {
  id: string;
  organisation_id: string;
  workspace_id: string;
  provider: string;
  name: string;
  label: string;
  disabled: Flag;
  ciphertext: Uint8Array;
  wrapped_data_key: Uint8Array;
  key_version: number;
  created_at_ms: number;
  updated_at_ms: number | null;
}

/** The settings of keys. Deleted keys stay as rows: their usage counts for the organisation's credits. */
export interface KeysTable {
  id: Generated<number>;
  hash: string;
  organisation_id: string;
  workspace_id: string;
  kind: "ordinary" | "management";
  name: string;
  label: string;
  disabled: Flag;
  limit_nanousd: number | null;
  limit_reset: LimitReset | null;
  requests_per_minute: number | null;
  tokens_per_minute: number | null;
  expires_at_ms: number | null;
  created_by: string | null;
  /** See key-changes.ts; null in a row of an earlier version. */
  search_text: Generated<string | null>;
  /** The address for notices if the key is found exposed. */
  owner_email: string | null;
  exposed_at_ms: number | null;
  exposed_source: string | null;
  exposed_url: string | null;
  /** JSON arrays; null allows everything. */
  allowed_models: string | null;
  allowed_providers: string | null;
  allowed_networks: string | null;
  data_collection: KeyRights["dataCollection"];
  zero_data_retention: Flag;
  requires_end_user: Flag;
  max_output_tokens: number | null;
  max_requests_in_flight: number | null;
  scope: KeyRights["scope"];
  rotated_at_ms: number | null;
  /** The end of the last earlier secret. */
  previous_secret_expires_at_ms: number | null;
  created_at_ms: number;
  updated_at_ms: number | null;
  deleted_at_ms: number | null;
}

/** The earlier secrets of rotated keys, with their ends. */
export interface KeySecretsTable {
  hash: string;
  key_id: number;
  until_ms: number;
}

/** A limit above the key: for a workspace, for one end user of it, or for each end user without a budget of its own. */
export interface BudgetsTable {
  id: string;
  organisation_id: string;
  workspace_id: string;
  scope: "workspace" | "end_user";
  /** Null for a workspace, and for each end user that no other budget names. */
  end_user: string | null;
  name: string;
  limit_nanousd: number;
  limit_reset: LimitReset | null;
  /** Added to the limit until it ends by itself. */
  raise_nanousd: number | null;
  raise_until_ms: number | null;
  created_by: string | null;
  created_at_ms: number;
  updated_at_ms: number | null;
}

/**
 * What a workspace (with an empty end user) or one end user of it has spent and holds. A row exists only while a budget
 * is compared with it. Like a key's balance it holds every charge of its subject, also those before the budget was
 * made, so a budget may be deleted and made again. Locked after the balances of keys, in the order of the ids.
 */
export interface BudgetBalancesTable {
  id: Generated<number>;
  organisation_id: string;
  workspace_id: string;
  end_user: string;
  held_nanousd: number;
  usage_nanousd: number;
  /** The last day on which the three sums below were charged; see key_balances. */
  day: number;
  usage_day_nanousd: number;
  usage_week_nanousd: number;
  usage_month_nanousd: number;
}

/** The unbilled amounts of an organisation's day, counted for the alert about them. */
export interface UnbilledDaysTable {
  organisation_id: string;
  day: number;
  unbilled_nanousd: number;
}
