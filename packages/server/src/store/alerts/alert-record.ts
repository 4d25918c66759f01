import type { Alert } from "../ports/alerts.ts";
import type { AlertRow } from "../schema.ts";
import { endOfPeriod } from "./period-end.ts";

export function toAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    kind: row.kind,
    subject: row.subject,
    subjectName: row.subject_name,
    thresholdPercent: row.threshold_percent,
    period: row.period,
    resetsAtMs: endOfPeriod(row.period),
    limitNanousd: row.limit_nanousd,
    spentNanousd: row.spent_nanousd,
    details: toDetails(row.details),
    createdAtMs: row.created_at_ms,
    resolvedAtMs: row.resolved_at_ms,
  };
}

function toDetails(json: string): Alert["details"] {
  const details: unknown = JSON.parse(json);
  return typeof details === "object" && details !== null ? { ...details } : {};
}
