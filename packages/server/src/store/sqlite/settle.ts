import type { DatabaseSync } from "node:sqlite";
import { calendarDay } from "@portico/core/rules/calendar";
import { withClosedHold } from "../budgets/spending.ts";
import { activityCounts } from "../money/activity-counts.ts";
import { rolledTo } from "../money/balance.ts";
import { toAttemptRows, usedTokens } from "../money/billed-attempts.ts";
import { chargeOf, type SettledFields, toSettledFields } from "../money/ledger-row.ts";
import { paidOff, ratedAt, unit } from "../money/rate.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type { Settlement } from "../ports/money.ts";
import type { HoldRow } from "../schema.ts";
import { type ActivityDay, count, createActivityWriter } from "./activity-day.ts";
import { createSettlementAlerts } from "./alerts.ts";
import { createAttemptWriter, createLedgerWriter } from "./ledger-writer.ts";
import type { Touched } from "./touched.ts";
import type { Key } from "./touched-keys.ts";

type Hold = Pick<
  HoldRow,
  | "amount_nanousd"
  | "uses_credits"
  | "rate_tokens"
  | "created_at_ms"
  | "workspace_balance_id"
  | "end_user_balance_id"
>;

export type Settle = (batch: readonly Settlement[], touched: Touched) => Settlement[];

/**
 * The same bookings as portico_settle_3 in postgres/settle-function.ts, in one open transaction. Returns the
 * settlements that had no hold: booked before, abandoned, or cancelled.
 */
export function createSqliteSettle(database: DatabaseSync, rules: AlertRules): Settle {
  const takeHold = createHoldTaker(database);
  const insertLedger = createLedgerWriter(database);
  const insertAttempt = createAttemptWriter(database);
  const writeActivity = createActivityWriter(database);
  const readClosed = createClosedReader(database);
  const alerts = createSettlementAlerts(database, rules);

  /** The key after the charge, for the rows of the ledger. */
  const charge = (settlement: Settlement, { keys, budgets }: Touched, hold: Hold, paid: Paid) => {
    const { keyId, nowMs } = settlement;
    const before = keys.of(keyId);
    if (before === undefined) throw new Error(`The key ${keyId} has a hold and no balance.`);
    const key = charged(before, hold, paid.chargedNanousd, { nowMs, tokens: paid.tokens });
    keys.change(key);
    alerts.key(key, nowMs);
    for (const id of [hold.workspace_balance_id, hold.end_user_balance_id]) {
      const balance = id === null ? undefined : budgets.of(id);
      if (balance === undefined) continue;
      const after = withClosedHold(balance, hold.amount_nanousd, paid.chargedNanousd, key.day);
      budgets.change(after);
      alerts.budget(budgets.budgetOf(after), after, nowMs);
    }
    alerts.unbilled(key.organisation_id, paid.unbilledNanousd, nowMs);
    return key;
  };

  return (batch, touched) => {
    const activity = new Map<string, ActivityDay>();
    const credited = new Set<string>();
    const closedMs = readClosed();
    const withoutHold = batch.filter((settlement) => {
      const hold = takeHold(settlement);
      if (hold === null) return true;
      const fields = bookedAfter(closedMs, toSettledFields(settlement));
      const attempts = toAttemptRows(settlement, fields, hold.amount_nanousd);
      const paid = chargeOf(settlement, hold.amount_nanousd);
      const tokens = usedTokens(fields, attempts);
      const { day, organisation_id } = charge(settlement, touched, hold, { ...paid, tokens });
      if (rules.isForCredits) credited.add(organisation_id);
      insertLedger(fields, hold, paid, day);
      for (const attempt of attempts) insertAttempt(attempt);
      const { chargedNanousd: charged_nanousd, unbilledNanousd: unbilled_nanousd } = paid;
      const money = { charged_nanousd, unbilled_nanousd };
      for (const counts of activityCounts(fields, attempts, money))
        count(activity, fields, counts, day);
      return false;
    });
    for (const day of activity.values()) writeActivity(day);
    if (credited.size > 0) touched.keys.write();
    for (const organisationId of credited) alerts.credits(organisationId, batch[0]?.nowMs ?? 0);
    return withoutHold;
  };
}

/** A row is never booked where the hours are counted already: see money/count-hours.ts. */
function bookedAfter(closedMs: number, fields: SettledFields): SettledFields {
  return fields.settled_at_ms > closedMs ? fields : { ...fields, settled_at_ms: closedMs + 1 };
}

function createClosedReader(database: DatabaseSync): () => number {
  const read = database.prepare("select closed_ms from activity_cursor where id = 1");
  return () => Number(read.get()?.["closed_ms"] ?? 0);
}

type Charge = ReturnType<typeof chargeOf>;
type Paid = Charge & { readonly tokens: number };

type HoldColumns = readonly [
  amount: number,
  usesCredits: Hold["uses_credits"],
  rateTokens: number | null,
  createdAt: number,
  workspaceBalance: number | null,
  endUserBalance: number | null,
];

/** Selects, then deletes: for `returning` SQLite builds a table, which takes twice as long. */
function createHoldTaker(database: DatabaseSync): (settlement: Settlement) => Hold | null {
  const find = database.prepare(`
    select amount_nanousd, uses_credits, rate_tokens, created_at_ms, workspace_balance_id,
      end_user_balance_id
    from holds
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
      workspace_balance_id: hold[4],
      end_user_balance_id: hold[5],
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
    rated_at_ms: ratedAt(key.rated_at_ms, nowMs),
  };
}
