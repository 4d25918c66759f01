import type { LedgerAttemptRow, LedgerRow } from "../schema.ts";
import { type ActivityCounts, activityCounts } from "./activity-counts.ts";
import { activityGroupId } from "./activity-group.ts";
import { addTimes, countTimes, noTimes, type Times } from "./times.ts";

export const hourMs = 60 * 60 * 1000;

export type GroupColumns = Pick<
  LedgerRow,
  | "organisation_id"
  | "group_id"
  | "key_id"
  | "workspace_id"
  | "model"
  | "provider"
  | "app_url"
  | "app_title"
>;

/** A row of the tables is of one group, or, coarse, of all groups of a workspace, model and provider. */
interface Level {
  readonly isCoarse: boolean;
  readonly group: GroupColumns;
}

/** What rows of the ledger add to one row of activity_hours. */
export interface HourCounts extends Level {
  readonly hour: number;
  readonly counts: Counts;
  readonly times: Times;
}

export interface Counts {
  requests: number;
  estimated_requests: number;
  failures: number;
  byok_requests: number;
  input_tokens: number;
  output_tokens: number;
  cached_input_tokens: number;
  reasoning_tokens: number;
  cost_nanousd: number;
  unbilled_nanousd: number;
}

export interface DayTimes extends Level {
  readonly day: number;
  readonly times: Times;
}

export type CountedRow = GroupColumns &
  Pick<
    LedgerRow,
    | "request_id"
    | "settled_at_ms"
    | "charged_day"
    | "status"
    | "estimated"
    | "byok"
    | "input_tokens"
    | "output_tokens"
    | "cached_input_tokens"
    | "reasoning_tokens"
    | "charged_nanousd"
    | "unbilled_nanousd"
    | "latency_ms"
    | "first_token_ms"
  >;

/** The sums of rows of the ledger: each row of the tables is then written once. */
export class LedgerSums {
  readonly hours = new Map<string, HourCounts>();
  readonly days = new Map<string, DayTimes>();

  /** Adds a row, or subtracts it. */
  add(row: CountedRow, attempts: readonly LedgerAttemptRow[], sign: 1 | -1 = 1): void {
    for (const part of activityCounts(row, attempts))
      for (const level of levelsOf({ ...row, ...part }))
        plus(this.hour(level, row).counts, part, sign);
    const times = noTimes();
    countTimes(times, row);
    for (const level of levelsOf(row)) {
      addTimes(this.hour(level, row).times, times, sign);
      addTimes(this.day(level, row).times, times, sign);
    }
  }

  private hour(level: Level, row: CountedRow): HourCounts {
    const hour = Math.floor(row.settled_at_ms / hourMs);
    const name = `${hour} ${level.group.group_id}`;
    const known = this.hours.get(name);
    if (known !== undefined) return known;
    const made = { ...level, hour, counts: { ...nothing }, times: noTimes() };
    this.hours.set(name, made);
    return made;
  }

  private day(level: Level, row: CountedRow): DayTimes {
    const name = `${row.charged_day} ${level.group.group_id}`;
    const known = this.days.get(name);
    if (known !== undefined) return known;
    const made = { ...level, day: row.charged_day, times: noTimes() };
    this.days.set(name, made);
    return made;
  }
}

function levelsOf(group: GroupColumns): readonly Level[] {
  return [
    { isCoarse: false, group },
    { isCoarse: true, group: coarse(group) },
  ];
}

function coarse(group: GroupColumns): GroupColumns {
  const { organisation_id, workspace_id: workspaceId, model, provider } = group;
  const app = { appUrl: null, appTitle: null };
  return {
    organisation_id,
    group_id: activityGroupId({ keyId: 0, workspaceId, model, provider, ...app }),
    key_id: 0,
    workspace_id: workspaceId,
    model,
    provider,
    app_url: null,
    app_title: null,
  };
}

function plus(counts: Counts, part: ActivityCounts, sign: 1 | -1): void {
  counts.requests += sign * part.requests;
  counts.estimated_requests += sign * part.estimated;
  counts.failures += sign * part.failures;
  counts.byok_requests += sign * part.byok;
  counts.input_tokens += sign * part.input_tokens;
  counts.output_tokens += sign * part.output_tokens;
  counts.cached_input_tokens += sign * part.cached_input_tokens;
  counts.reasoning_tokens += sign * part.reasoning_tokens;
  counts.cost_nanousd += sign * part.charged_nanousd;
  counts.unbilled_nanousd += sign * part.unbilled_nanousd;
}

const nothing: Counts = {
  requests: 0,
  estimated_requests: 0,
  failures: 0,
  byok_requests: 0,
  input_tokens: 0,
  output_tokens: 0,
  cached_input_tokens: 0,
  reasoning_tokens: 0,
  cost_nanousd: 0,
  unbilled_nanousd: 0,
};
