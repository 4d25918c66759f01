import { randomUUID } from "node:crypto";
import { periodName } from "../money/period.ts";
import type { LimitReset } from "../ports/keys.ts";
import type { AlertRow, Tx } from "../schema.ts";
import type { AlertsTable } from "./alerts-table.ts";

/** What one booking has added to an amount that has a limit. */
export interface Spending
  extends Pick<
    AlertsTable,
    "organisation_id" | "workspace_id" | "kind" | "subject" | "subject_name" | "details"
  > {
  readonly reset: LimitReset | null;
  readonly day: number;
  readonly limitNanousd: number;
  readonly beforeNanousd: number;
  readonly spentNanousd: number;
}

/**
 * The alerts for the thresholds that a booking has crossed, as portico_settle_3 writes them. The lock on the balance
 * makes each crossing the work of one transaction; `dedupe_key` is for spending that a refund took back and that
 * crosses again.
 */
export function crossed(
  spending: Spending,
  thresholds: readonly number[],
  nowMs: number,
): readonly AlertRow[] {
  const { reset, day, limitNanousd, beforeNanousd, spentNanousd, ...subject } = spending;
  return thresholds
    .filter((percent) => {
      const threshold = thresholdOf(limitNanousd, percent);
      return beforeNanousd < threshold && threshold <= spentNanousd;
    })
    .map((percent) => {
      const period = periodName(reset, day);
      const cause = [subject.organisation_id, subject.subject, period, limitNanousd, percent];
      return {
        id: randomUUID(),
        ...subject,
        threshold_percent: percent,
        period,
        limit_nanousd: limitNanousd,
        spent_nanousd: spentNanousd,
        dedupe_key: cause.join("|"),
        created_at_ms: nowMs,
        fanned_out_at_ms: null,
        seen_at_ms: null,
        resolved_at_ms: null,
      };
    });
}

/** Rounded up. In parts, because a hundred times the largest limit is not an exact integer. */
function thresholdOf(limitNanousd: number, percent: number): number {
  const hundredths = Math.floor(limitNanousd / 100);
  return hundredths * percent + Math.ceil(((limitNanousd % 100) * percent) / 100);
}

/** For the rare bookings and for changes of limits; settlements write their alerts themselves. */
export async function writeAlerts(tx: Tx, alerts: readonly AlertRow[]): Promise<void> {
  if (alerts.length === 0) return;
  await tx
    .insertInto("alerts")
    .values([...alerts])
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .execute();
}
