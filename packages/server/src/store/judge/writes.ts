import { type ActivityCounts, toCounts } from "../money/activity-counts.ts";
import { countColumns } from "../money/activity-tables.ts";
import type { SettledFields } from "../money/ledger-row.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type {
  ActivityDayRow,
  AlertRow,
  HoldRow,
  LedgerAttemptRow,
  LedgerRow,
  UnbilledDayRow,
} from "../schema.ts";
import type { Rows } from "./rows.ts";

export type BookedRow = Omit<LedgerRow, "refunded_nanousd">;

/** The rows that the decisions of a batch add. The engine writes them in the transaction of the batch. */
export interface Writes {
  readonly holds: HoldRow[];
  readonly ledger: BookedRow[];
  readonly attempts: LedgerAttemptRow[];
  /** By day and group: most requests of a batch are counted in the same few rows. */
  readonly activity: Map<string, ActivityDayRow>;
  /** By organisation and day. */
  readonly unbilled: Map<string, UnbilledDayRow>;
  readonly alerts: AlertRow[];
}

/** All that the settlement of a batch works with. */
export interface Books {
  readonly rows: Rows;
  readonly writes: Writes;
  readonly rules: AlertRules;
}

export function noWrites(): Writes {
  return {
    holds: [],
    ledger: [],
    attempts: [],
    activity: new Map(),
    unbilled: new Map(),
    alerts: [],
  };
}

export function countActivity(
  { activity }: Writes,
  fields: SettledFields,
  counts: ActivityCounts,
  day: number,
): void {
  // A group belongs to one key, and so to one organisation.
  const name = `${day} ${counts.group_id}`;
  const added = toCounts(counts, 1);
  const known = activity.get(name);
  if (known !== undefined) for (const column of countColumns) known[column] += added[column];
  else
    activity.set(name, {
      organisation_id: fields.organisation_id,
      day,
      group_id: counts.group_id,
      key_id: fields.key_id,
      workspace_id: fields.workspace_id,
      model: fields.model,
      provider: counts.provider,
      app_url: fields.app_url,
      app_title: fields.app_title,
      ...added,
    });
}

export function countUnbilled(
  { unbilled }: Writes,
  organisation_id: string,
  day: number,
  nanousd: number,
): void {
  if (nanousd === 0) return;
  const name = `${organisation_id} ${day}`;
  const known = unbilled.get(name);
  if (known === undefined) unbilled.set(name, { organisation_id, day, unbilled_nanousd: nanousd });
  else known.unbilled_nanousd += nanousd;
}
