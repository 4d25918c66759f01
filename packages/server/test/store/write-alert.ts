import { randomUUID } from "node:crypto";
import type { StorePlace } from "../../src/store/open-store.ts";
import type { AlertKind } from "../../src/store/ports/alerts.ts";
import type { FirstIdentity } from "../../src/store/store.ts";
import { rawSql } from "./raw-sql.ts";

export interface WrittenAlert {
  readonly kind: AlertKind;
  readonly subject: string;
  readonly subjectName: string;
  readonly workspaceId: string | null;
  readonly thresholdPercent: number;
  readonly period: string;
  readonly limitNanousd: number;
  readonly spentNanousd: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
}

/** Writes an alert as a settlement does, and returns its id. */
export async function writeAlert(
  place: StorePlace,
  { organisationId, workspaceId }: Pick<FirstIdentity, "organisationId" | "workspaceId">,
  change: Partial<WrittenAlert> = {},
): Promise<string> {
  const id = randomUUID();
  const alert: WrittenAlert = {
    kind: "budget",
    subject: "key:1",
    subjectName: "Search",
    workspaceId,
    thresholdPercent: 80,
    period: "2026-11",
    limitNanousd: 10_000_000_000,
    spentNanousd: 8_120_000_000,
    details: {},
    createdAtMs: Date.now(),
    ...change,
  };
  const values = [
    id,
    organisationId,
    alert.workspaceId,
    alert.kind,
    alert.subject,
    alert.subjectName,
    alert.thresholdPercent,
    alert.period,
    alert.limitNanousd,
    alert.spentNanousd,
    id,
    JSON.stringify(alert.details),
    alert.createdAtMs,
  ];
  await rawSql(
    place,
    `insert into alerts (id, organisation_id, workspace_id, kind, subject, subject_name,
      threshold_percent, period, limit_nanousd, spent_nanousd, dedupe_key, details, created_at_ms)
    values (${values.map(literal).join(", ")})`,
  );
  return id;
}

function literal(value: string | number | null): string {
  if (value === null) return "null";
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
