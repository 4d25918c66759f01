import { type CalendarDay, calendarDay, dayMs } from "@portico/core/rules/calendar";
import { sql } from "kysely";
import type { StoreClock } from "../database-clock.ts";
import { activityDays, type HotTable } from "../judge/hot-tables.ts";
import { isSpread, ofWorkspace } from "../placement.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type { KeyBalanceRow, LedgerAttemptRow, LedgerRow, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { type ActivityCounts, activityCounts, toCounts } from "./activity-counts.ts";
import { rolledTo, type Sums } from "./balance.ts";
import { correctCounted } from "./count-hours.ts";

/** What the rare bookings need to know of their store. */
export interface BookingRules {
  readonly engine: Store["engine"];
  readonly alerts: AlertRules;
  readonly clock: StoreClock;
}

/**
 * Corrected charges, which the judge does not decide about. Shared by both engines. Code that changes a
 * key's holds, ledger rows or activity must hold the lock of its balance. All keys are of one workspace where tables are spread.
 */
export async function lockBalances(
  tx: Tx,
  engine: Store["engine"],
  keyIds: Iterable<number>,
  workspaceId: string,
): Promise<Map<number, KeyBalanceRow>> {
  const rows = await tx
    .selectFrom("key_balances")
    .selectAll()
    .where("key_id", "in", [...new Set(keyIds)])
    .where(ofWorkspace(tx, workspaceId))
    .orderBy("key_id")
    // SQLite's transactions are exclusive.
    .$if(engine === "postgres", (query) => query.forUpdate())
    .execute();
  return new Map(rows.map((row) => [row.key_id, row]));
}

/** Writes a key's balance and, where the organisation's totals are kept, what that changes of its credits. */
export async function writeBalance(
  tx: Tx,
  { key_id, workspace, ...columns }: KeyBalanceRow,
): Promise<void> {
  const { organisation_id, credits_held_nanousd: held, credits_used_nanousd: used } = columns;
  const before = (column: "credits_held_nanousd" | "credits_used_nanousd") =>
    sql`(select b.${sql.ref(column)} from key_balances b where b.key_id = ${key_id})`;
  if (!isSpread(tx) || (await isKept(tx, organisation_id)))
    await sql`update organisations set
      credits_held_nanousd = credits_held_nanousd + ${held} - ${before("credits_held_nanousd")},
      credits_used_nanousd = credits_used_nanousd + ${used} - ${before("credits_used_nanousd")}
    where id = ${organisation_id} and credits_kept = 1`.execute(tx);
  await tx
    .updateTable("key_balances")
    .set(columns)
    .where("key_id", "=", key_id)
    .where(ofWorkspace(tx, workspace ?? ""))
    .execute();
}

/** Copies are changed on all nodes: not without need. */
async function isKept(tx: Tx, organisationId: string): Promise<boolean> {
  const kept = await tx
    .selectFrom("organisations")
    .select("id")
    .where("id", "=", organisationId)
    .where("credits_kept", "=", 1)
    .executeTakeFirst();
  return kept !== undefined;
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
  engine: Store["engine"],
  row: LedgerRow,
  attempts: readonly LedgerAttemptRow[],
  sign: 1 | -1,
): Promise<void> {
  for (const counts of activityCounts(row, attempts, row))
    await countGroup(tx, engine, row, counts, sign);
  await correctCounted(tx, engine, row, attempts, sign);
}

async function countGroup(
  tx: Tx,
  engine: Store["engine"],
  row: LedgerRow,
  group: ActivityCounts,
  sign: 1 | -1,
): Promise<void> {
  await insertRow(tx, activityDays[engine], {
    ...row,
    day: row.charged_day,
    group_id: group.group_id,
    provider: group.provider,
    ...toCounts(group, sign),
  });
  if (sign === 1) return;
  await tx
    .deleteFrom("activity_days")
    .where("organisation_id", "=", row.organisation_id)
    .where("workspace_id", "=", row.workspace_id)
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

/** By the statement of the batches. Returns what that does. */
export async function insertRow<Row extends object>(
  tx: Tx,
  { name, columns, onConflict }: HotTable,
  row: Row,
): Promise<readonly Row[]> {
  const fields = new Map(Object.entries(row));
  const values = columns.map((column) => sql`${fields.get(column) ?? null}`);
  const { rows } = await sql<Row>`insert into ${sql.table(name)}
    (${sql.join(columns.map((column) => sql.ref(column)))}) values (${sql.join(values)})
    ${sql.raw(onConflict)}`.execute(tx);
  return rows;
}
