import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
  activityDays,
  alerts,
  budgetBalances,
  type HotTable,
  holds,
  keyBalances,
  ledger,
  ledgerAttempts,
  unbilledDays,
} from "../judge/hot-tables.ts";
import type { Rows } from "../judge/rows.ts";
import { unbilledAlerts } from "../judge/settlement-alerts.ts";
import type { Writes } from "../judge/writes.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type { AlertRow, UnbilledDayRow } from "../schema.ts";

export interface SqliteWriter {
  /** What a batch has added. */
  add(writes: Writes, nowMs: number): void;
  /** What the batches of a transaction have changed, after the last of them. */
  change(rows: Rows): void;
}

export function createSqliteWriter(database: DatabaseSync, rules: AlertRules): SqliteWriter {
  const insertHold = inserter(database, holds);
  const insertLedger = inserter(database, ledger);
  const insertAttempt = inserter(database, ledgerAttempts);
  const countActivity = inserter(database, activityDays.sqlite);
  const insertAlert = inserter<AlertRow>(database, alerts);
  const addUnbilled = database.prepare(insertSql(unbilledDays));
  const updateKey = updater(database, keyBalances);
  const updateBalance = updater(database, budgetBalances);
  const addCredits = database.prepare(`update organisations set
      credits_held_nanousd = credits_held_nanousd + ?, credits_used_nanousd = credits_used_nanousd + ?
    where id = ? and credits_kept = 1`);
  return {
    add(writes, nowMs) {
      for (const hold of writes.holds) insertHold(hold);
      for (const row of writes.ledger) insertLedger(row);
      for (const attempt of writes.attempts) insertAttempt(attempt);
      for (const day of writes.activity.values()) countActivity(day);
      for (const alert of writes.alerts) insertAlert(alert);
      const totals = [...writes.unbilled.values()].map((day): unknown =>
        addUnbilled.get(...valuesOf(unbilledDays.columns, day)),
      );
      // The columns are those that the statement returns.
      for (const alert of unbilledAlerts(totals as UnbilledDayRow[], rules, nowMs))
        insertAlert(alert);
    },
    change({ changedKeys, changedBalances, changedCredits }) {
      for (const key of changedKeys.values()) updateKey(key);
      for (const balance of changedBalances.values()) updateBalance(balance);
      for (const [id, { held, used }] of changedCredits) addCredits.run(held, used, id);
    },
  };
}

/** By position: looking up names would take as long as the insertion itself. */
function valuesOf(columns: readonly string[], row: object): SQLInputValue[] {
  const fields = row as Readonly<Record<string, SQLInputValue>>;
  return columns.map((column) => fields[column] ?? null);
}

function insertSql({ name, columns, onConflict }: HotTable): string {
  const places = columns.map(() => "?").join(", ");
  return `insert into ${name} (${columns.join(", ")}) values (${places}) ${onConflict}`;
}

export function inserter<Row extends object>(database: DatabaseSync, table: HotTable) {
  const insert = database.prepare(insertSql(table));
  return (row: Row) => insert.run(...valuesOf(table.columns, row));
}

function updater(database: DatabaseSync, { name, columns }: HotTable): (row: object) => void {
  const [id = "", ...changed] = columns;
  const update = database.prepare(
    `update ${name} set ${changed.map((column) => `${column} = ?`).join(", ")} where ${id} = ?`,
  );
  return (row) => {
    update.run(...valuesOf([...changed, id], row));
  };
}
