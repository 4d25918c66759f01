import { endsManagement, lastingMs, type UsableKey } from "@portico/core/rules/keys";
import { LastManagementKey } from "../ports/errors.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Tx } from "../schema.ts";

/**
 * Refuses a change that removes a management key (null: it is deleted) if no other lasting one is left. The
 * caller has the organisation's lock.
 */
export async function keepManageable(
  tx: Tx,
  organisationId: string,
  before: KeyRecord,
  after: UsableKey | null,
): Promise<void> {
  if (!endsManagement(before, after, Date.now())) return;
  if (await isLastManagementKey(tx, organisationId, before.id))
    throw new LastManagementKey("No other management key of the organisation can be used.");
}

/** Whether the organisation could not be administered without this key. The caller has the organisation's lock. */
export async function isLastManagementKey(
  tx: Tx,
  organisationId: string,
  keyId: number,
): Promise<boolean> {
  const other = await tx
    .selectFrom("keys")
    .select("id")
    .where("organisation_id", "=", organisationId)
    .where("kind", "=", "management")
    .where("id", "!=", keyId)
    .where("deleted_at_ms", "is", null)
    .where("disabled", "=", 0)
    .where("scope", "=", "all")
    .where((eb) =>
      eb.or([eb("expires_at_ms", "is", null), eb("expires_at_ms", ">", Date.now() + lastingMs)]),
    )
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}
