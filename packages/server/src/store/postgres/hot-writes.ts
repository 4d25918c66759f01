import {
  activityDays,
  alerts,
  budgetBalances,
  type HotTable,
  holds,
  keyBalances,
  ledger,
  ledgerAttempts,
  newBudgetBalances,
  unbilledDays,
} from "../judge/hot-tables.ts";
import type { Rows } from "../judge/rows.ts";
import type { Writes } from "../judge/writes.ts";
import type { AlertRow, UnbilledDayRow } from "../schema.ts";
import { toSafeInteger } from "./connections.ts";
import { type Call, type Statement, statement, type TextRow } from "./pipeline.ts";
import type { PostgresRows } from "./postgres-rows.ts";

/** A batch is a list in JSON: one parameter for any length, so one plan. */
function rowsOf(name: string): string {
  return `json_populate_recordset(null::${name}, $1::json)`;
}

function insertInto({ name, columns, onConflict }: HotTable): Statement {
  const names = columns.join(", ");
  // The ids of balances were given out before.
  const overriding =
    columns.includes("id") && name === "budget_balances" ? "overriding system value" : "";
  return statement(
    `insert into ${name} (${names}) ${overriding} select ${names} from ${rowsOf(name)} ${onConflict}`,
  );
}

function update({ name, columns }: HotTable): Statement {
  const [id, ...changed] = columns;
  const set = changed.map((column) => `${column} = r.${column}`).join(", ");
  return statement(`update ${name} t set ${set} from ${rowsOf(name)} r where t.${id} = r.${id}`);
}

const statements = {
  keys: update(keyBalances),
  balances: update(budgetBalances),
  newBalances: insertInto(newBudgetBalances),
  credits:
    statement(`update organisations o set credits_held_nanousd = o.credits_held_nanousd + r.held,
      credits_used_nanousd = o.credits_used_nanousd + r.used
    from json_to_recordset($1::json) as r(id text, held bigint, used bigint)
    where o.id = r.id and o.credits_kept = 1`),
  holds: insertInto(holds),
  ledger: insertInto(ledger),
  attempts: insertInto(ledgerAttempts),
  activity: insertInto(activityDays),
  unbilled: insertInto(unbilledDays),
  alerts: insertInto(alerts),
};

/** What a batch has changed and added. The totals of unbilled days are what its last statement returns. */
export function callsToWrite(
  rows: Rows,
  writes: Writes,
  { firstBalances, isKept }: Pick<PostgresRows, "firstBalances" | "isKept">,
): readonly Call[] {
  const newIds = new Set(Array.from(firstBalances.values(), ({ id }) => id));
  const balances = [...rows.changedBalances.values()];
  const changed = balances.filter(({ id }) => !newIds.has(id));
  const made = balances.filter(({ id }) => newIds.has(id));
  const credits = Array.from(rows.changedCredits, ([id, change]) => ({ id, ...change }));
  return [
    ...callFor(statements.keys, [...rows.changedKeys.values()]),
    ...callFor(statements.balances, changed),
    ...callFor(statements.newBalances, made.toSorted(byEndUser)),
    ...callFor(
      statements.credits,
      credits.filter(({ id }) => isKept(id)),
    ),
    ...callFor(statements.holds, writes.holds),
    ...callFor(statements.ledger, writes.ledger),
    ...callFor(statements.attempts, writes.attempts),
    ...callFor(statements.activity, [...writes.activity.values()]),
    ...callsToAlert(writes.alerts),
    ...callFor(statements.unbilled, [...writes.unbilled.values()]),
  ];
}

/** From the answers to these calls. */
export function toUnbilledDays(answers: readonly TextRow[][]): readonly UnbilledDayRow[] {
  return (answers.at(-1) ?? []).map(([organisation, day, nanousd]) => ({
    organisation_id: organisation ?? "",
    day: toSafeInteger(day ?? ""),
    unbilled_nanousd: toSafeInteger(nanousd ?? ""),
  }));
}

export function callsToAlert(rows: readonly AlertRow[]): readonly Call[] {
  return callFor(statements.alerts, rows);
}

function callFor(asked: Statement, rows: readonly object[]): readonly Call[] {
  return rows.length === 0 ? [] : [{ statement: asked, values: [JSON.stringify(rows)] }];
}

/** In one order, so that two batches never wait for each other's rows. */
function byEndUser(a: { readonly end_user: string }, b: { readonly end_user: string }): number {
  return a.end_user < b.end_user ? -1 : 1;
}
