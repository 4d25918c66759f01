import { calendarDay } from "@portico/core/rules/calendar";
import { withClosedHold } from "../budgets/spending.ts";
import { balanceIdsIn } from "../budgets/subjects.ts";
import { activityCounts } from "../money/activity-counts.ts";
import { rolledTo } from "../money/balance.ts";
import { toAttemptRows, usedTokens } from "../money/billed-attempts.ts";
import {
  type Booking,
  chargeOf,
  type SettledFields,
  toSettledFields,
} from "../money/ledger-row.ts";
import { paidOff, ratedAt, unit } from "../money/rate.ts";
import type { Settlement } from "../ports/money.ts";
import type { BudgetBalanceRow } from "../schema.ts";
import type { Hold, Key, Rows } from "./rows.ts";
import { alertBudget, alertCredits, alertKey } from "./settlement-alerts.ts";
import { type Books, countActivity, countUnbilled } from "./writes.ts";

/** Books a batch. Returns the settlements that had no hold: booked before, abandoned, or cancelled. */
export function settle(batch: readonly Settlement[], books: Books): Settlement[] {
  const withoutHold: Settlement[] = [];
  const held: Held[] = [];
  for (const booking of batch) {
    const hold = books.rows.takeHold(booking);
    if (hold === undefined) withoutHold.push(booking);
    else held.push({ booking, hold });
  }
  bookAll(held, books);
  return withoutHold;
}

export interface Held {
  readonly booking: Booking;
  readonly hold: Hold;
}

export function bookAll(held: readonly Held[], books: Books): void {
  const organisations = new Set(held.map((each) => book(each, books)));
  if (!books.rules.isForCredits) return;
  const nowMs = held[0]?.booking.nowMs ?? 0;
  for (const organisationId of organisations) alertCredits(books, organisationId, nowMs);
}

/** Returns the organisation of the key. */
function book({ booking, hold }: Held, books: Books): string {
  const { rows, writes } = books;
  const fields = bookedAfter(rows.closedMs(), toSettledFields(booking));
  const attempts = toAttemptRows(booking, fields, hold.amount_nanousd);
  const { chargedNanousd, unbilledNanousd } = chargeOf(booking, hold.amount_nanousd);
  const tokens = usedTokens(fields, attempts);
  const key = charge(booking, hold, { chargedNanousd, tokens }, books);
  countUnbilled(writes, key.organisation_id, calendarDay(booking.nowMs).day, unbilledNanousd);
  // Not copied: copies of forty columns took a hundredth of a request's time.
  const row = Object.assign(fields, {
    held_nanousd: hold.amount_nanousd,
    charged_nanousd: chargedNanousd,
    unbilled_nanousd: unbilledNanousd,
    uses_credits: hold.uses_credits,
    charged_day: key.day,
    created_at_ms: hold.created_at_ms,
  });
  writes.ledger.push(row);
  writes.attempts.push(...attempts);
  for (const counts of activityCounts(row, attempts, row))
    countActivity(writes, fields, counts, key.day);
  return key.organisation_id;
}

/** A row is never booked where the hours are counted already: see money/count-hours.ts. */
function bookedAfter(closedMs: number, fields: SettledFields): SettledFields {
  return fields.settled_at_ms > closedMs ? fields : { ...fields, settled_at_ms: closedMs + 1 };
}

interface Paid {
  readonly chargedNanousd: number;
  readonly tokens: number;
}

/** The key after the charge, which its budgets follow. */
function charge(
  { keyId, nowMs }: Booking,
  hold: Hold,
  { chargedNanousd, tokens }: Paid,
  books: Books,
): Key {
  const { rows } = books;
  const before = rows.key(keyId);
  if (before === undefined) throw new Error(`The key ${keyId} has a hold and no balance.`);
  const key = charged(before, hold, chargedNanousd, { nowMs, tokens });
  rows.changeKey(key);
  alertKey(books, key, nowMs);
  for (const balance of balancesOf(hold, rows)) {
    const after = withClosedHold(balance, hold.amount_nanousd, chargedNanousd, key.day);
    rows.changeBalance(after);
    alertBudget(books, after, nowMs);
  }
  return key;
}

/** The balances in which the amount is held. Those of deleted budgets are left out. */
export function balancesOf(hold: Hold, rows: Rows): readonly BudgetBalanceRow[] {
  const ofTags = hold.tag_balance_ids;
  const ids = [hold.workspace_balance_id, hold.end_user_balance_id];
  return (ofTags === null ? ids : [...ids, ...balanceIdsIn(ofTags)]).flatMap((id) =>
    id === null ? [] : (rows.balance(id) ?? []),
  );
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
    rated_at_ms: ratedAt(key.rated_at_ms, nowMs),
  };
}
