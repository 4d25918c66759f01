import type { DatabaseSync } from "node:sqlite";
import { activityCounts } from "../money/activity-counts.ts";
import { rolledTo } from "../money/balance.ts";
import { toAttemptRows, usedTokens } from "../money/billed-attempts.ts";
import { calendarDay } from "../money/calendar.ts";
import { chargeOf, type SettledFields, toSettledFields } from "../money/ledger-row.ts";
import { paidOff, unit } from "../money/rate.ts";
import type { Settlement } from "../ports/money.ts";
import type { HoldRow, LedgerAttemptRow } from "../schema.ts";
import { type ActivityDay, count, createActivityWriter } from "./activity-day.ts";
import type { Key, TouchedKeys } from "./touched-keys.ts";

type Hold = Pick<HoldRow, "amount_nanousd" | "uses_credits" | "rate_tokens" | "created_at_ms">;

export type Settle = (batch: readonly Settlement[], keys: TouchedKeys) => Settlement[];

/**
 * The same bookings as portico_settle_3 in postgres/settle-function-3.ts, in one open transaction. Returns the
 * settlements that had no hold: booked before, abandoned, or cancelled.
 */
export function createSqliteSettle(database: DatabaseSync): Settle {
  const takeHold = createHoldTaker(database);
  const insertLedger = createLedgerWriter(database);
  const insertAttempt = createAttemptWriter(database);
  const writeActivity = createActivityWriter(database);
  const readClosed = createClosedReader(database);

  return (batch, keys) => {
    const activity = new Map<string, ActivityDay>();
    const closedMs = readClosed();
    // A row is never booked where the hours are counted already: see money/count-hours.ts.
    const bookedAt = (fields: SettledFields) => Math.max(fields.settled_at_ms, closedMs + 1);
    const withoutHold = batch.filter((settlement) => {
      const hold = takeHold(settlement);
      if (hold === null) return true;
      const before = keys.of(settlement.keyId);
      if (before === undefined)
        throw new Error(`The key ${settlement.keyId} has a hold and no balance.`);
      const fields = toSettledFields(settlement);
      const charge = chargeOf(settlement, hold.amount_nanousd);
      const attempts = toAttemptRows(settlement, fields, hold.amount_nanousd);
      const key = charged(before, hold, charge.chargedNanousd, {
        nowMs: settlement.nowMs,
        tokens: usedTokens(fields, attempts),
      });
      keys.change(key);
      insertLedger({ ...fields, settled_at_ms: bookedAt(fields) }, hold, charge, key.day);
      for (const attempt of attempts) insertAttempt(attempt);
      const { chargedNanousd: charged_nanousd, unbilledNanousd: unbilled_nanousd } = charge;
      const row = { ...fields, charged_nanousd, unbilled_nanousd };
      for (const counts of activityCounts(row, attempts)) count(activity, fields, counts, key.day);
      return false;
    });
    for (const day of activity.values()) writeActivity(day);
    return withoutHold;
  };
}

function createClosedReader(database: DatabaseSync): () => number {
  const read = database.prepare("select closed_ms from activity_cursor where id = 1");
  return () => Number(read.get()?.["closed_ms"] ?? 0);
}

type HoldColumns = readonly [
  amount: number,
  usesCredits: Hold["uses_credits"],
  rateTokens: number | null,
  createdAt: number,
];

/** Selects, then deletes: for `returning` SQLite builds a table, which takes twice as long. */
function createHoldTaker(database: DatabaseSync): (settlement: Settlement) => Hold | null {
  const find = database.prepare(`
    select amount_nanousd, uses_credits, rate_tokens, created_at_ms from holds
    where request_id = ? and key_id = ?`);
  find.setReturnArrays(true);
  const remove = database.prepare("delete from holds where request_id = ?");
  return ({ generationId, keyId }) => {
    const found: unknown = find.get(generationId, keyId);
    if (found === undefined) return null;
    remove.run(generationId);
    // The columns are those of the statement above.
    const hold = found as HoldColumns;
    return {
      amount_nanousd: hold[0],
      uses_credits: hold[1],
      rate_tokens: hold[2],
      created_at_ms: hold[3],
    };
  };
}

interface Used {
  readonly nowMs: number;
  readonly tokens: number;
}

function charged(key: Key, hold: Hold, nanousd: number, used: Used): Key {
  const today = rolledTo(key, calendarDay(used.nowMs));
  const credited = hold.uses_credits === 1;
  return {
    ...today,
    ...trueTokens(today, hold, used),
    held_nanousd: key.held_nanousd - hold.amount_nanousd,
    usage_nanousd: key.usage_nanousd + nanousd,
    credits_held_nanousd: key.credits_held_nanousd - (credited ? hold.amount_nanousd : 0),
    credits_used_nanousd: key.credits_used_nanousd + (credited ? nanousd : 0),
    usage_day_nanousd: today.usage_day_nanousd + nanousd,
    usage_week_nanousd: today.usage_week_nanousd + nanousd,
    usage_month_nanousd: today.usage_month_nanousd + nanousd,
  };
}

/** The admission took the worst case from the limit per minute; the real count may be lower, or above the limit. */
function trueTokens(key: Key, hold: Hold, { nowMs, tokens }: Used): Partial<Key> {
  if (hold.rate_tokens === null) return {};
  const elapsedMs = nowMs - key.rated_at_ms;
  const missed = tokens - hold.rate_tokens;
  const debt = paidOff(key.tokens_debt, key.tokens_per_minute ?? 0, elapsedMs);
  return {
    requests_debt: paidOff(key.requests_debt, key.requests_per_minute ?? 0, elapsedMs),
    tokens_debt: Math.max(0, debt + missed * unit),
    rated_at_ms: Math.max(key.rated_at_ms, nowMs),
  };
}

/** In the order of the values. */
const ledgerColumns = [
  ..."request_id key_id organisation_id workspace_id state held_nanousd charged_nanousd".split(" "),
  ..."unbilled_nanousd uses_credits charged_day group_id created_at_ms settled_at_ms".split(" "),
  ..."operation model provider upstream_model byok streamed input_tokens output_tokens".split(" "),
  ..."cached_input_tokens reasoning_tokens estimated finish_reason status error_kind".split(" "),
  ..."discount_nanousd latency_ms first_token_ms attempts app_url app_title".split(" "),
  ..."end_user session_id price input_nanousd output_nanousd cache_read_nanousd".split(" "),
  ..."cache_write_nanousd upstream_nanousd".split(" "),
];

/** By position: looking up names would take as long as the insertion itself. */
function createLedgerWriter(database: DatabaseSync) {
  const insert = database.prepare(`
    insert into ledger (${ledgerColumns.join(", ")})
    values (${ledgerColumns.map(() => "?").join(", ")})`);
  return (
    fields: SettledFields,
    hold: Hold,
    { chargedNanousd, unbilledNanousd }: ReturnType<typeof chargeOf>,
    day: number,
  ) => {
    insert.run(
      fields.request_id,
      fields.key_id,
      fields.organisation_id,
      fields.workspace_id,
      fields.state,
      hold.amount_nanousd,
      chargedNanousd,
      unbilledNanousd,
      hold.uses_credits,
      day,
      fields.group_id,
      hold.created_at_ms,
      fields.settled_at_ms,
      fields.operation,
      fields.model,
      fields.provider,
      fields.upstream_model,
      fields.byok,
      fields.streamed,
      fields.input_tokens,
      fields.output_tokens,
      fields.cached_input_tokens,
      fields.reasoning_tokens,
      fields.estimated,
      fields.finish_reason,
      fields.status,
      fields.error_kind,
      fields.discount_nanousd,
      fields.latency_ms,
      fields.first_token_ms,
      fields.attempts,
      fields.app_url,
      fields.app_title,
      fields.end_user,
      fields.session_id,
      fields.price,
      fields.input_nanousd,
      fields.output_nanousd,
      fields.cache_read_nanousd,
      fields.cache_write_nanousd,
      fields.upstream_nanousd,
    );
  };
}

function createAttemptWriter(database: DatabaseSync): (row: LedgerAttemptRow) => void {
  const insert = database.prepare(`
    insert into ledger_attempts (request_id, attempt, provider, upstream_model, byok, group_id, input_tokens,
      output_tokens, cached_input_tokens, reasoning_tokens, estimated, charged_nanousd, unbilled_nanousd)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return (row) => {
    insert.run(
      row.request_id,
      row.attempt,
      row.provider,
      row.upstream_model,
      row.byok,
      row.group_id,
      row.input_tokens,
      row.output_tokens,
      row.cached_input_tokens,
      row.reasoning_tokens,
      row.estimated,
      row.charged_nanousd,
      row.unbilled_nanousd,
    );
  };
}
