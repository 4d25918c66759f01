import type { LedgerAttemptRow, LedgerRow } from "../schema.ts";
import { activityCounts, toCounts } from "./activity-counts.ts";
import { groupDigest } from "./activity-group.ts";
import { type Counts, countColumns, type GroupColumns } from "./activity-tables.ts";
import { addTimes, countTimes, noTimes, type Times } from "./times.ts";

export const hourMs = 60 * 60 * 1000;

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

/** What the rows of one group, hour and day add up to. */
interface Cell {
  readonly group: GroupColumns;
  readonly hour: number;
  readonly day: number;
  readonly counts: Counts;
  readonly times: Times;
}

/**
 * The sums of rows of the ledger: each row of the tables is then written once. A row is added to one cell, and the cells
 * to hours, days and coarse groups at the end: a busy hour has many rows and few cells.
 */
export class LedgerSums {
  readonly #cells = new Map<string, Cell>();

  /** Adds a row, or subtracts it. */
  add(row: CountedRow, attempts: readonly LedgerAttemptRow[], sign: 1 | -1 = 1): void {
    for (const part of activityCounts(row, attempts, row))
      addCounts(this.#cell(row, part).counts, toCounts(part, sign));
    countTimes(this.#cell(row, row).times, row, sign);
  }

  #cell(row: CountedRow, { group_id, provider }: GroupAndProvider): Cell {
    const hour = Math.floor(row.settled_at_ms / hourMs);
    const day = row.charged_day;
    const name = `${hour} ${day} ${group_id}`;
    const known = this.#cells.get(name);
    if (known !== undefined) return known;
    const group = { ...row, group_id, provider };
    const made = { group, hour, day, counts: noCounts(), times: noTimes() };
    this.#cells.set(name, made);
    return made;
  }

  hours(): readonly HourCounts[] {
    const hours = new Map<string, HourCounts>();
    for (const { group, hour, counts, times } of this.#cells.values())
      for (const level of levelsOf(group)) {
        const sum = found(hours, `${hour} ${level.group.group_id}`, () => ({
          ...level,
          hour,
          counts: noCounts(),
          times: noTimes(),
        }));
        addCounts(sum.counts, counts);
        addTimes(sum.times, times);
      }
    return [...hours.values()];
  }

  days(): readonly DayTimes[] {
    const days = new Map<string, DayTimes>();
    for (const { group, day, times } of this.#cells.values())
      for (const level of levelsOf(group)) {
        const name = `${day} ${level.group.group_id}`;
        addTimes(found(days, name, () => ({ ...level, day, times: noTimes() })).times, times);
      }
    return [...days.values()];
  }
}

type GroupAndProvider = Pick<GroupColumns, "group_id" | "provider">;

function found<Value>(known: Map<string, Value>, name: string, make: () => Value): Value {
  const value = known.get(name) ?? make();
  known.set(name, value);
  return value;
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
    group_id: groupDigest({ keyId: 0, workspaceId, model, provider, ...app }),
    key_id: 0,
    workspace_id: workspaceId,
    model,
    provider,
    app_url: null,
    app_title: null,
  };
}

export function addCounts(counts: Counts, other: Counts): void {
  counts.requests += other.requests;
  counts.estimated_requests += other.estimated_requests;
  counts.failures += other.failures;
  counts.byok_requests += other.byok_requests;
  counts.input_tokens += other.input_tokens;
  counts.output_tokens += other.output_tokens;
  counts.cached_input_tokens += other.cached_input_tokens;
  counts.reasoning_tokens += other.reasoning_tokens;
  counts.cost_nanousd += other.cost_nanousd;
  counts.unbilled_nanousd += other.unbilled_nanousd;
}

const nothing = Object.fromEntries(countColumns.map((column) => [column, 0])) as Counts;

export function noCounts(): Counts {
  return { ...nothing };
}
