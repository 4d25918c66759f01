import type { Generated } from "kysely";
import type { Flag } from "../fields.ts";

/** What is counted in the tables of activity. The unbilled amount was not charged to a key. */
export const countColumns = [
  "requests",
  "estimated_requests",
  "failures",
  "byok_requests",
  "input_tokens",
  "output_tokens",
  "cached_input_tokens",
  "reasoning_tokens",
  "cost_nanousd",
  "unbilled_nanousd",
] as const;

export type Counts = Record<(typeof countColumns)[number], number>;

/** The ledger summed up by day, key, model, provider and application: activity is answered from this table. */
export interface ActivityDaysTable extends GroupColumns, Counts {
  day: number;
}

/** How far the ledger is counted in activity_hours and activity_day_times. One row. */
export interface ActivityCursorTable {
  id: 1;
  /** No row is booked at this time or before it any more. */
  closed_ms: number;
  /** Rows booked until then are counted. Never after `closed_ms`. */
  counted_ms: number;
  /** Rows booked until then are counted in ledger_days. Never after `closed_ms`. */
  states_ms: Generated<number>;
  /** Rows with tags that are booked until then are counted in tag_days. Never after `closed_ms`. */
  tags_ms: Generated<number>;
}

/** The times of requests that succeeded. */
export interface TimesColumns {
  /** See histogram.ts. */
  latencies: string;
  first_tokens: string;
  /** Output tokens, and the time in which they came. */
  timed_tokens: number;
  timed_ms: number;
}

export interface GroupColumns {
  organisation_id: string;
  group_id: string;
  /** 0 in coarse rows, which have the requests of all keys and applications. */
  key_id: number;
  workspace_id: string;
  model: string;
  provider: string | null;
  app_url: string | null;
  app_title: string | null;
}

/** As activity_days, by hours since 1970 of the time of booking. */
export interface ActivityHoursTable extends GroupColumns, Counts, TimesColumns {
  is_coarse: Flag;
  hour: number;
}

/** activity_days and activity_day_times summed up by weeks that are over: seven days each, counted from 1970-01-01. */
export interface ActivityWeeksTable extends GroupColumns, Counts, TimesColumns {
  week: number;
}

/** Beside activity_days, because settlements write that at once and these are counted later. */
export interface ActivityDayTimesTable extends GroupColumns, TimesColumns {
  is_coarse: Flag;
  day: number;
}

/** The requests with a tag, by day, key, model, provider and value. */
export interface TagDaysTable extends Omit<GroupColumns, "app_url" | "app_title">, Counts {
  day: number;
  name: string;
  /** `other` for the requests of values beyond the first of a day. */
  value: string;
}
