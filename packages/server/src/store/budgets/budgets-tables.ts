import type { Generated } from "kysely";
import type { LimitReset } from "../ports/keys.ts";

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
