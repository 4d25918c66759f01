import type { AlertToTell } from "../ports/alerts.ts";
import type { AlertRow, Tx } from "../schema.ts";
import { toAlert } from "./alert-record.ts";

/** Read when the notices are written, because names and owners change. */
export async function toAlertToTell(tx: Tx, row: AlertRow): Promise<AlertToTell> {
  return {
    ...toAlert(row),
    workspaceName: row.workspace_id === null ? null : await workspaceNameOf(tx, row.workspace_id),
    ownerEmail: await ownerEmailOf(tx, row.subject),
  };
}

async function workspaceNameOf(tx: Tx, id: string): Promise<string | null> {
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
