import { countIn, type Histogram, histogramText, readHistogram } from "../../histogram.ts";
import type { LedgerRow } from "../schema.ts";
import type { TimesColumns } from "./activity-tables.ts";

/** How long requests took. Only those that succeeded are counted: a refusal takes no time and says nothing. */
export interface Times {
  readonly latencies: Histogram;
  readonly firstTokens: Histogram;
  tokens: number;
  ms: number;
}

export function noTimes(): Times {
  return { latencies: new Map(), firstTokens: new Map(), tokens: 0, ms: 0 };
}

type Timed = Pick<LedgerRow, "status" | "latency_ms" | "first_token_ms" | "output_tokens">;

/** From here on a status is a failure. */
const failure = 400;

/** Counts a request, or takes it out. */
export function countTimes(times: Times, row: Timed, sign: 1 | -1): void {
  if (row.status >= failure) return;
  countIn(times.latencies, row.latency_ms, sign);
  if (row.first_token_ms !== null) countIn(times.firstTokens, row.first_token_ms, sign);
  if (row.output_tokens === 0) return;
  times.tokens += sign * row.output_tokens;
  times.ms += sign * Math.max(row.latency_ms - (row.first_token_ms ?? 0), 1);
}

export function addTimes(times: Times, other: Times): void {
  for (const name of ["latencies", "firstTokens"] as const)
    for (const [bucket, count] of other[name]) {
      const sum = (times[name].get(bucket) ?? 0) + count;
      if (sum === 0) times[name].delete(bucket);
      else times[name].set(bucket, sum);
    }
  times.tokens += other.tokens;
  times.ms += other.ms;
}

export const timesColumns = ["latencies", "first_tokens", "timed_tokens", "timed_ms"] as const;

export function readTimes(row: TimesColumns): Times {
  return {
    latencies: readHistogram(row.latencies),
    firstTokens: readHistogram(row.first_tokens),
    tokens: row.timed_tokens,
    ms: row.timed_ms,
  };
}

export function toTimesColumns(times: Times): TimesColumns {
  return {
    latencies: histogramText(times.latencies),
    first_tokens: histogramText(times.firstTokens),
    timed_tokens: times.tokens,
    timed_ms: times.ms,
  };
}
