import { calendarDay } from "@portico/core/rules/calendar";
import { withClosedHold } from "../budgets/spending.ts";
import { activityCounts } from "../money/activity-counts.ts";
import { rolledTo } from "../money/balance.ts";
import { toAttemptRows, usedTokens } from "../money/billed-attempts.ts";
import { chargeOf, type SettledFields, toSettledFields } from "../money/ledger-row.ts";
import { paidOff, ratedAt, unit } from "../money/rate.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type { Settlement } from "../ports/money.ts";
import type { Hold, Key, Rows } from "./rows.ts";
import { alertBudget, alertCredits, alertKey } from "./settlement-alerts.ts";
import { type Books, countActivity, countUnbilled, type Writes } from "./writes.ts";

/** Books a batch. Returns the settlements that had no hold: booked before, abandoned, or cancelled. */
export function settle(
  batch: readonly Settlement[],
  rows: Rows,
  writes: Writes,
  rules: AlertRules,
): Settlement[] {
  const credited = new Set<string>();
  const withoutHold = batch.filter((settlement) => {
    const hold = rows.takeHold(settlement);
    if (hold === undefined) return true;
    const organisationId = book(settlement, hold, { rows, writes, rules });
    if (rules.isForCredits) credited.add(organisationId);
    return false;
  });
  for (const organisationId of credited)
    alertCredits({ rows, writes, rules }, organisationId, batch[0]?.nowMs ?? 0);
  return withoutHold;
}

/** Returns the organisation of the key. */
function book(settlement: Settlement, hold: Hold, books: Books): string {
  const { rows, writes } = books;
  const fields = bookedAfter(rows.closedMs(), toSettledFields(settlement));
  const attempts = toAttemptRows(settlement, fields, hold.amount_nanousd);
  const { chargedNanousd, unbilledNanousd } = chargeOf(settlement, hold.amount_nanousd);
  const tokens = usedTokens(fields, attempts);
  const key = charge(settlement, hold, { chargedNanousd, tokens }, books);
  countUnbilled(writes, key.organisation_id, calendarDay(settlement.nowMs).day, unbilledNanousd);
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
  { keyId, nowMs }: Settlement,
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
  for (const id of [hold.workspace_balance_id, hold.end_user_balance_id]) {
    const balance = id === null ? undefined : rows.balance(id);
    if (balance === undefined) continue;
    const after = withClosedHold(balance, hold.amount_nanousd, chargedNanousd, key.day);
    rows.changeBalance(after);
    alertBudget(books, after, nowMs);
  }
  return key;
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
