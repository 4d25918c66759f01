import type { Tx } from "../schema.ts";
import type { Store } from "../store.ts";

/**
 * Raises the revision, so that every node reads the workspace again. Also the lock for adding and removing keys and
 * credentials. Returns false if the workspace does not exist.
 */
export async function touchWorkspace(
  tx: Tx,
  organisationId: string,
  workspaceId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("workspaces")
    .set((eb) => ({ revision: eb("revision", "+", 1) }))
    .where("id", "=", workspaceId)
    .where("organisation_id", "=", organisationId)
    .where("deleted_at_ms", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Serialises changes in an organisation, so that two changes cannot together remove the last of something. Rows that
 * refer to the organisation may still be added: their transactions already hold the lock of a workspace, and waiting
 * here would be a deadlock.
 */
export async function lockOrganisation(
  tx: Tx,
  engine: Store["engine"],
  organisationId: string,
): Promise<void> {
  // SQLite's transactions are exclusive.
  if (engine === "sqlite") return;
  await tx
    .selectFrom("organisations")
    .select("id")
    .where("id", "=", organisationId)
    .forNoKeyUpdate()
    .execute();
}
