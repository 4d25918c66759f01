import { alertKinds } from "@portico/core/rules/alerts";
import { toUsd } from "@portico/core/rules/amounts";
import { withoutKeys } from "@portico/core/rules/key-text";
import { z } from "zod";
import type { AlertToTell } from "../store/ports/alerts.ts";

/** The content of a notice about an alert, as webhooks get it. Amounts are US dollars. Never a secret. */
export const alertFacts = z.object({
  id: z.string(),
  kind: z.enum(alertKinds),
  subject: z.string(),
  subject_name: z.string(),
  workspace_id: z.string().nullable(),
  workspace_name: z.string().nullable(),
  threshold_percent: z.number().nullable(),
  period: z.string(),
  limit: z.number().nullable(),
  spent: z.number().nullable(),
  remaining: z.number().nullable(),
  resets_at: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  resolved_at: z.string().nullable(),
});

export type AlertFacts = z.output<typeof alertFacts>;

export function toAlertFacts(alert: AlertToTell): AlertFacts {
  const { limitNanousd: limit, spentNanousd: spent } = alert;
  return {
    id: alert.id,
    kind: alert.kind,
    // People choose names freely: a name may contain a key.
    subject: withoutKeys(alert.subject),
    subject_name: withoutKeys(alert.subjectName),
    workspace_id: alert.workspaceId,
    workspace_name: alert.workspaceName === null ? null : withoutKeys(alert.workspaceName),
    threshold_percent: alert.thresholdPercent,
    period: alert.period,
    limit: limit === null ? null : toUsd(limit),
    spent: spent === null ? null : toUsd(spent),
    remaining: limit === null || spent === null ? null : toUsd(Math.max(0, limit - spent)),
    resets_at: isoOrNull(alert.resetsAtMs),
    details: detailsOf(alert),
    created_at: new Date(alert.createdAtMs).toISOString(),
    resolved_at: isoOrNull(alert.resolvedAtMs),
  };
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Text by text: a key that is removed decodes what stands around it, which in JSON could be a quotation mark. */
function detailsOf({ details }: AlertToTell): AlertFacts["details"] {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, valueWithoutKeys(value)]),
  );
}

function valueWithoutKeys(value: unknown): unknown {
  if (typeof value === "string") return withoutKeys(value);
  return Array.isArray(value) ? value.map(valueWithoutKeys) : value;
}
