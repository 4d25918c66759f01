import { type RawBuilder, sql } from "kysely";
import type { Store } from "./store.ts";

/**
 * The database's own clock if several machines share it: their own clocks differ. It stands still for a statement, as
 * indexes and the tables of a cluster need it.
 */
export function databaseNow(engine: Store["engine"]): RawBuilder<number> {
  return engine === "postgres"
    ? sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`
    : sql<number>`${Date.now()}`;
}

/** The clock by which limits, periods and expiry are judged. */
export interface StoreClock {
  nowMs(): number;
  /** What the database's clock said, asked at this time of `performance.now()`. */
  set(databaseMs: number, askedAtMs: number): void;
}

/** An answer that took longer is too uncertain to set a clock by that was set before. */
const slowAnswerMs = 1000;

/**
 * Processes of several machines go by the clock of the database that they share, carried on between heartbeats by their own
 * steady clock: no machine's time of day can starve the keys on another one.
 */
export function createStoreClock(engine: Store["engine"], fixed?: () => number): StoreClock {
  if (engine === "sqlite" || fixed !== undefined)
    return { nowMs: fixed ?? (() => Date.now()), set() {} };
  let startedMs: number | null = null;
  return {
    nowMs: () => Math.floor(startedMs === null ? Date.now() : startedMs + performance.now()),
    set(databaseMs, askedAtMs) {
      const answeredAtMs = performance.now();
      if (startedMs !== null && answeredAtMs - askedAtMs > slowAnswerMs) return;
      startedMs = databaseMs - (askedAtMs + answeredAtMs) / 2;
    },
  };
}
