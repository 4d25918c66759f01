import { toFields } from "../fields.ts";
import type { Alert, AlertToTell } from "../ports/alerts.ts";
import type { AlertRow, Tx } from "../schema.ts";

export function toAlert(row: AlertRow): Alert {
  return {
    ...toFields(row, "organisation_id", "dedupe_key", "fanned_out_at_ms", "seen_at_ms"),
    resetsAtMs: endOfPeriod(row.period),
    details: toDetails(row.details),
  };
}

function toDetails(json: string): Alert["details"] {
  const details: unknown = JSON.parse(json);
  return typeof details === "object" && details !== null ? { ...details } : {};
}

/** Read when the notices are written, because names and owners change. */
export async function toAlertToTell(tx: Tx, row: AlertRow): Promise<AlertToTell> {
  return {
    ...toAlert(row),
    workspaceName: row.workspace_id === null ? null : await workspaceNameOf(tx, row.workspace_id),
    ownerEmail: await ownerEmailOf(tx, row.subject),
  };
}

export async function workspaceNameOf(tx: Tx, id: string): Promise<string | null> {
  const found = await tx
    .selectFrom("workspaces")
    .select("name")
    .where("id", "=", id)
    .executeTakeFirst();
  return found?.name ?? null;
}

async function ownerEmailOf(tx: Tx, subject: string): Promise<string | null> {
  const [, id] = /^key:(\d+)$/.exec(subject) ?? [];
  if (id === undefined) return null;
  const found = await tx
    .selectFrom("keys")
    .select("owner_email")
    .where("id", "=", Number(id))
    .executeTakeFirst();
  return found?.owner_email ?? null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** When a period such as `2026-11`, `2026-W47` or `2026-11-22` ends, at midnight UTC; null for `all`. */
export function endOfPeriod(period: string): number | null {
  const [, year = "", week] = /^(\d{4})-W(\d{2})$/.exec(period) ?? [];
  if (week !== undefined) return startOfWeekOne(Number(year)) + Number(week) * 7 * dayMs;
  const [, ofYear, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(period) ?? [];
  if (ofYear === undefined || month === undefined) return null;
  return day === undefined
    ? Date.UTC(Number(ofYear), Number(month), 1)
    : Date.UTC(Number(ofYear), Number(month) - 1, Number(day) + 1);
}

/** A Monday: the first week of a year is the one with 4 January. */
function startOfWeekOne(year: number): number {
  const fourthMs = Date.UTC(year, 0, 4);
  const daysSinceMonday = (new Date(fourthMs).getUTCDay() + 6) % 7;
  return fourthMs - daysSinceMonday * dayMs;
}
