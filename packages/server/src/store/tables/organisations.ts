import type { Generated } from "kysely";
import type { Columns, Flag } from "../fields.ts";
import type { NewBudget } from "../ports/budgets.ts";
import type { ConfigurationVersion } from "../ports/configuration.ts";
import type { CredentialRecord, SealedSecret } from "../ports/credentials.ts";
import type { NewKey } from "../ports/keys.ts";
import type { WorkspaceSettings } from "../ports/workspaces.ts";

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

export interface WorkspacesTable extends Columns<Omit<WorkspaceSettings, OlderNames>> {
  id: string;
  organisation_id: string;
  revision: number;
  io_logging: Flag;
  broadcast: Flag;
  data_discount: Flag;
  vector_cache: Flag;
  created_by: string | null;
  created_at_ms: number;
  updated_at_ms: number | null;
  deleted_at_ms: number | null;
}

/** The columns of these fields have older names. */
type OlderNames =
  | "isObservabilityIoLoggingEnabled"
  | "isObservabilityBroadcastEnabled"
  | "isDataDiscountLoggingEnabled"
  | "isEmbeddingsCacheEnabled";

export interface CredentialsTable extends Columns<CredentialRecord & SealedSecret> {
  organisation_id: string;
}

/** The settings of keys. Deleted keys stay as rows: their usage counts for the organisation's credits. */
export interface KeysTable extends Columns<NewKey> {
  id: Generated<number>;
  organisation_id: string;
  disabled: Generated<Flag>;
  /** See writeSearchText; null in a row of an earlier version. */
  search_text: string | null;
  exposed_at_ms: number | null;
  exposed_source: string | null;
  exposed_url: string | null;
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

/**
 * A limit above the key: for a workspace, for one end user of it or one value of a tag, or for each one without a budget of
 * its own. A tag stands in `end_user` too: see budgets/subjects.ts.
 */
export interface BudgetsTable extends Columns<Omit<NewBudget, "scope" | "tag">> {
  id: string;
  organisation_id: string;
  scope: "workspace" | "end_user" | "tag";
  created_at_ms: number;
  updated_at_ms: number | null;
}

/**
 * What a workspace (with an empty end user), one end user of it or one value of a tag has spent and holds. A row exists only while a budget
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

/**
 * What one process may admit of a budget or of an organisation's credits without the lock of its row, which counts the
 * share as held. The truth about a subject is the sum of its row and of its shares: an admission adds to `held_nanousd`
 * of a share what it holds, a settlement subtracts it again and adds what it charges. Rows come and go under the
 * lock of the subject; only their holder changes them without it. Locked after everything else, in the order of the ids.
 * Only on PostgreSQL.
 */
export interface SharesTable {
  id: Generated<number>;
  organisation_id: string;
  /** Null for a share of the organisation's credits, as the balance is. */
  workspace: Generated<string | null>;
  balance_id: number | null;
  /** The store of a process, under a name of its own. */
  holder: string;
  /** Admissions change the one row and settlements the other, so that the two do not wait for each other. */
  lane: "admit" | "settle";
  /** What the organisation was granted at that time: the totals of its credits are counted again after each grant. */
  granted_nanousd: number;
  /** Never above zero: what is left of the share, or what settlements have released of holds. */
  held_nanousd: number;
  usage_nanousd: number;
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

export interface ConfigurationVersionsTable extends Columns<ConfigurationVersion & SealedSecret> {}

/** One row. It is locked first, so that versions are made one after the other. */
export interface ConfigurationInUseTable {
  id: 1;
  version: number;
  /** The highest number that was given out: numbers of removed versions are not used again. */
  newest: number;
  /** See records/roll-backs.ts. */
  roll_backs: Generated<string | null>;
}
