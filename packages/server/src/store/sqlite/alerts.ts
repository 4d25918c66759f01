import type { DatabaseSync } from "node:sqlite";
import { calendarDay } from "@portico/core/rules/calendar";
import { reached, type Spending } from "../alerts/crossings.ts";
import {
  budgetSpending,
  creditsSpending,
  keySpending,
  unbilledSpending,
  unbilledThresholds,
} from "../budgets/spending.ts";
import type { AlertRules } from "../ports/alerts.ts";
import type { AlertRow, BudgetBalanceRow, BudgetRow } from "../schema.ts";
import type { Key } from "./touched-keys.ts";

/** Writes the alerts of one transaction's settlements. */
export interface SettlementAlerts {
  key(after: Key, nowMs: number): void;
  budget(budget: BudgetRow | undefined, after: BudgetBalanceRow, nowMs: number): void;
  unbilled(organisationId: string, addedNanousd: number, nowMs: number): void;
  /** After the keys are written: the credits' sum is that of all keys. */
  credits(organisationId: string, nowMs: number): void;
}

/** The same alerts as portico_settle_3 writes. */
export function createSettlementAlerts(
  database: DatabaseSync,
  { thresholds, unbilledNanousd }: AlertRules,
): SettlementAlerts {
  const insert = createAlertWriter(database);
  const keyName = database.prepare("select name from keys where id = ?");
  const addUnbilled = createUnbilledCounter(database);
  const readCredits = createCreditsReader(database);
  const lowest = Math.min(...thresholds, 100);
  const isNear = ({ limitNanousd, spentNanousd }: Spending) =>
    spentNanousd >= Math.floor(limitNanousd / 100) * lowest;
  const write = (spending: Spending, percents: readonly number[], nowMs: number) => {
    for (const alert of reached(spending, percents, nowMs)) insert(alert);
  };
  return {
    key(after, nowMs) {
      const spending = keySpending({ ...after, id: after.key_id, name: "" }, after);
      if (spending === null || !isNear(spending)) return;
      const subject_name = String(keyName.get(after.key_id)?.["name"]);
      write({ ...spending, subject_name }, thresholds, nowMs);
    },
    budget(budget, after, nowMs) {
      if (budget !== undefined) write(budgetSpending(budget, after, nowMs), thresholds, nowMs);
    },
    unbilled(organisationId, added, nowMs) {
      if (added === 0) return;
      const { day } = calendarDay(nowMs);
      const total = addUnbilled(organisationId, day, added);
      if (unbilledNanousd === null) return;
      const spending = unbilledSpending(organisationId, day, unbilledNanousd, total);
      write(spending, unbilledThresholds, nowMs);
    },
    credits(organisationId, nowMs) {
      const spending = creditsSpending(organisationId, readCredits(organisationId));
      write(spending, thresholds, nowMs);
    },
  };
}

function createUnbilledCounter(database: DatabaseSync) {
  const add = database.prepare(`
    insert into unbilled_days (organisation_id, day, unbilled_nanousd) values (?, ?, ?)
    on conflict (organisation_id, day) do update
      set unbilled_nanousd = unbilled_nanousd + excluded.unbilled_nanousd
    returning unbilled_nanousd as total`);
  return (organisationId: string, day: number, added: number) =>
    Number(add.get(organisationId, day, added)?.["total"]);
}

function createCreditsReader(database: DatabaseSync) {
  const read = database.prepare(`
    select o.granted_nanousd as granted, case o.credits_kept when 1 then o.credits_used_nanousd else
      (select coalesce(sum(b.credits_used_nanousd), 0) from key_balances b
        where b.organisation_id = o.id) end as used
    from organisations o where o.id = ?`);
  return (organisationId: string) => {
    const found = read.get(organisationId);
    return { granted: Number(found?.["granted"] ?? 0), used: Number(found?.["used"] ?? 0) };
  };
}

function createAlertWriter(database: DatabaseSync): (row: AlertRow) => void {
  const insert = database.prepare(`
    insert into alerts (id, organisation_id, workspace_id, kind, subject, subject_name,
      threshold_percent, period, limit_nanousd, spent_nanousd, dedupe_key, details, created_at_ms)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (dedupe_key) do nothing`);
  return (row) => {
    insert.run(
      row.id,
      row.organisation_id,
      row.workspace_id,
      row.kind,
      row.subject,
      row.subject_name,
      row.threshold_percent,
      row.period,
      row.limit_nanousd,
      row.spent_nanousd,
      row.dedupe_key,
      row.details,
      row.created_at_ms,
    );
  };
}
