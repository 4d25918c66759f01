import { randomUUID } from "node:crypto";
import { periodName } from "@portico/core/rules/periods";
import { databaseNow } from "../database-clock.ts";
import type { ExposedKey, LimitReset } from "../ports/keys.ts";
import type { AlertRow, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import type { AlertsTable } from "../tables/people.ts";

/** What is spent of an amount that has a limit. */
export interface Spending
  extends Pick<
    AlertsTable,
    "organisation_id" | "workspace_id" | "kind" | "subject" | "subject_name" | "details"
  > {
  readonly reset: LimitReset | null;
  readonly day: number;
  readonly limitNanousd: number;
  readonly spentNanousd: number;
}

/**
 * The alerts for the thresholds that are reached. Each is written once: the lock on the balance makes the first write that
 * of one transaction, and `dedupe_key` refuses the others.
 */
export function reached(
  spending: Spending,
  thresholds: readonly number[],
  nowMs: number,
): readonly AlertRow[] {
  const { limitNanousd, spentNanousd } = spending;
  if (spentNanousd === 0) return [];
  return thresholds
    .filter((percent) => thresholdOf(limitNanousd, percent) <= spentNanousd)
    .map((percent) => alertRow(spending, percent, nowMs));
}

/** Without a threshold: a limit that refuses requests. */
export function alertRow(spending: Spending, percent: number | null, nowMs: number): AlertRow {
  const { reset, day, limitNanousd, spentNanousd, ...subject } = spending;
  const period = periodName(reset, day);
  const mark = percent ?? "blocking";
  return {
    id: randomUUID(),
    ...subject,
    threshold_percent: percent,
    period,
    limit_nanousd: limitNanousd,
    spent_nanousd: spentNanousd,
    dedupe_key: [subject.organisation_id, subject.subject, period, limitNanousd, mark].join("|"),
    created_at_ms: nowMs,
    fanned_out_at_ms: null,
    seen_at_ms: null,
    resolved_at_ms: null,
  };
}

/** Of thresholds that one change has crossed together: the lower ones are written, so that no booking alerts them again, but not sent. */
export function onlyHighestTold(alerts: readonly AlertRow[]): readonly AlertRow[] {
  const percent = (alert: AlertRow) => alert.threshold_percent ?? 0;
  const highest = Math.max(...alerts.map(percent));
  return alerts.map((alert) =>
    percent(alert) === highest ? alert : { ...alert, fanned_out_at_ms: alert.created_at_ms },
  );
}

/** Rounded up. In parts, because a hundred times the largest limit is not an exact integer. */
function thresholdOf(limitNanousd: number, percent: number): number {
  const hundredths = Math.floor(limitNanousd / 100);
  return hundredths * percent + Math.ceil(((limitNanousd % 100) * percent) / 100);
}

/** For corrected charges and for changes of limits; the judge's alerts are written with its other rows. */
export async function writeAlerts(tx: Tx, alerts: readonly AlertRow[]): Promise<void> {
  if (alerts.length === 0) return;
  await tx
    .insertInto("alerts")
    .values([...alerts])
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .execute();
}

/** Marked as fanned out: the notices of an exposed key are written beside it. Returns the alert's id. */
export async function writeExposedAlert(
  tx: Tx,
  engine: Store["engine"],
  { key, organisationId, isKeptAsLast }: ExposedKey,
): Promise<string> {
  const id = randomUUID();
  const subject = `key:${key.id}`;
  await tx
    .insertInto("alerts")
    .values({
      id,
      organisation_id: organisationId,
      workspace_id: key.workspaceId,
      kind: "key_exposed",
      subject,
      subject_name: key.name,
      period: "all",
      dedupe_key: [organisationId, subject, "exposed", key.exposedAtMs].join("|"),
      details: JSON.stringify({
        source: key.exposedSource,
        url: key.exposedUrl,
        disabled: key.disabled,
        kept_as_last_management_key: isKeptAsLast,
      }),
      created_at_ms: databaseNow(engine),
      fanned_out_at_ms: databaseNow(engine),
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .execute();
  return id;
}
