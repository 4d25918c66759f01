import type { DatabaseSync } from "node:sqlite";
import type { KeyBalanceRow } from "../schema.ts";

export const balanceColumns = `b.key_id, b.organisation_id, b.held_nanousd, b.usage_nanousd,
  b.credits_held_nanousd, b.credits_used_nanousd, b.day, b.usage_day_nanousd, b.usage_week_nanousd,
  b.usage_month_nanousd, b.requests_debt, b.tokens_debt, b.rated_at_ms`;

/** Writes a row that was read in the same transaction. */
export function createBalanceWriter(database: DatabaseSync): (row: KeyBalanceRow) => void {
  const update = database.prepare(`
    update key_balances set held_nanousd = ?, usage_nanousd = ?, credits_held_nanousd = ?,
      credits_used_nanousd = ?, day = ?, usage_day_nanousd = ?, usage_week_nanousd = ?,
      usage_month_nanousd = ?, requests_debt = ?, tokens_debt = ?, rated_at_ms = ?
    where key_id = ?`);
  return (row) => {
    update.run(
      row.held_nanousd,
      row.usage_nanousd,
      row.credits_held_nanousd,
      row.credits_used_nanousd,
      row.day,
      row.usage_day_nanousd,
      row.usage_week_nanousd,
      row.usage_month_nanousd,
      row.requests_debt,
      row.tokens_debt,
      row.rated_at_ms,
      row.key_id,
    );
  };
}
