import { type CalendarDay, calendarDay, dayMs } from "@portico/core/rules/calendar";
import { sql } from "kysely";
import type { StoreClock } from "../database-clock.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type { KeyBalanceRow, LedgerAttemptRow, LedgerRow, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { type ActivityCounts, activityCounts, toCounts } from "./activity-counts.ts";
import { rolledTo, type Sums } from "./balance.ts";
import { correctCounted } from "./count-hours.ts";
import { unit } from "./rate.ts";

/** What the rare bookings need to know of their store. */
export interface BookingRules {
  readonly engine: Store["engine"];
  readonly alerts: AlertRules;
  readonly clock: StoreClock;
}

/**
 * The rare bookings: cancelled or abandoned holds, and corrected charges. Shared by both engines. Code that changes a
 * key's holds, ledger rows or activity must hold the lock of its balance.
 */
export async function lockBalances(
  tx: Tx,
  engine: Store["engine"],
  keyIds: Iterable<number>,
): Promise<Map<number, KeyBalanceRow>> {
  const rows = await tx
    .selectFrom("key_balances")
    .selectAll()
    .where("key_id", "in", [...new Set(keyIds)])
    .orderBy("key_id")
    // SQLite's transactions are exclusive.
    .$if(engine === "postgres", (query) => query.forUpdate())
    .execute();
  return new Map(rows.map((row) => [row.key_id, row]));
}

/** Writes a key's balance and, where the organisation's totals are kept, what that changes of its credits. */
export async function writeBalance(tx: Tx, { key_id, ...columns }: KeyBalanceRow): Promise<void> {
  const { organisation_id, credits_held_nanousd: held, credits_used_nanousd: used } = columns;
  const before = (column: "credits_held_nanousd" | "credits_used_nanousd") =>
    sql`(select b.${sql.ref(column)} from key_balances b where b.key_id = ${key_id})`;
  await sql`update organisations set
      credits_held_nanousd = credits_held_nanousd + ${held} - ${before("credits_held_nanousd")},
      credits_used_nanousd = credits_used_nanousd + ${used} - ${before("credits_used_nanousd")}
    where id = ${organisation_id} and credits_kept = 1`.execute(tx);
  await tx.updateTable("key_balances").set(columns).where("key_id", "=", key_id).execute();
}

interface HeldPart {
  readonly amount_nanousd: number;
  readonly uses_credits: 0 | 1;
}

export function withoutHold(balance: KeyBalanceRow, hold: HeldPart): KeyBalanceRow {
  const credits = hold.uses_credits === 1 ? hold.amount_nanousd : 0;
  return {
    ...balance,
    held_nanousd: balance.held_nanousd - hold.amount_nanousd,
    credits_held_nanousd: balance.credits_held_nanousd - credits,
  };
}

/** Gives back what the request took from the limits per minute. */
export function withoutRate(balance: KeyBalanceRow, rateTokens: number | null): KeyBalanceRow {
  return {
    ...balance,
    requests_debt: Math.max(0, balance.requests_debt - unit),
    tokens_debt: Math.max(0, balance.tokens_debt - (rateTokens ?? 0) * unit),
  };
}

export function withCharge(
  balance: KeyBalanceRow,
  nanousd: number,
  charge: Pick<LedgerRow, "charged_day" | "uses_credits">,
): KeyBalanceRow {
  return {
    ...withSpending(balance, nanousd, charge.charged_day),
    credits_used_nanousd: balance.credits_used_nanousd + (charge.uses_credits === 1 ? nanousd : 0),
  };
}

/** Charges an amount on a day, or subtracts one that was charged on it: sums of later periods never contained it. */
export function withSpending<Row extends Sums & { usage_nanousd: number }>(
  balance: Row,
  nanousd: number,
  day: number,
): Row {
  const today: CalendarDay = calendarDay(balance.day * dayMs);
  return {
    ...balance,
    usage_nanousd: balance.usage_nanousd + nanousd,
    usage_day_nanousd: balance.usage_day_nanousd + (day >= today.day ? nanousd : 0),
    usage_week_nanousd: balance.usage_week_nanousd + (day >= today.weekStart ? nanousd : 0),
    usage_month_nanousd: balance.usage_month_nanousd + (day >= today.monthStart ? nanousd : 0),
  };
}

export function rolledToNow<Row extends Sums>(balance: Row, nowMs: number): Row {
  return rolledTo(balance, calendarDay(nowMs));
}

/** Counts a request in its day's activity, or subtracts it. */
export async function countActivity(
  tx: Tx,
  row: LedgerRow,
  attempts: readonly LedgerAttemptRow[],
  sign: 1 | -1,
): Promise<void> {
  for (const counts of activityCounts(row, attempts, row)) await countGroup(tx, row, counts, sign);
  await correctCounted(tx, row, attempts, sign);
}

async function countGroup(
  tx: Tx,
  row: LedgerRow,
  group: ActivityCounts,
  sign: 1 | -1,
): Promise<void> {
  const counts = toCounts(group, sign);
  await tx
    .insertInto("activity_days")
    .values({
      organisation_id: row.organisation_id,
      day: row.charged_day,
      group_id: group.group_id,
      key_id: row.key_id,
      workspace_id: row.workspace_id,
      model: row.model,
      provider: group.provider,
      app_url: row.app_url,
      app_title: row.app_title,
      ...counts,
    })
    .onConflict((conflict) =>
      conflict.columns(["organisation_id", "day", "group_id"]).doUpdateSet((eb) => {
        const plus = (column: keyof typeof counts) =>
          eb(`activity_days.${column}`, "+", eb.ref(`excluded.${column}`));
        return {
          requests: plus("requests"),
          estimated_requests: plus("estimated_requests"),
          failures: plus("failures"),
          byok_requests: plus("byok_requests"),
          input_tokens: plus("input_tokens"),
          output_tokens: plus("output_tokens"),
          cached_input_tokens: plus("cached_input_tokens"),
          reasoning_tokens: plus("reasoning_tokens"),
          cost_nanousd: plus("cost_nanousd"),
          unbilled_nanousd: plus("unbilled_nanousd"),
        };
      }),
    )
    .execute();
  if (sign === 1) return;
  await tx
    .deleteFrom("activity_days")
    .where("organisation_id", "=", row.organisation_id)
    .where("day", "=", row.charged_day)
    .where("group_id", "=", group.group_id)
    .where("requests", "=", 0)
    // A group may have no request of its own, only the cost of earlier attempts.
    .where("cost_nanousd", "=", 0)
    .where("unbilled_nanousd", "=", 0)
    .where("input_tokens", "=", 0)
    .where("output_tokens", "=", 0)
    .execute();
}
