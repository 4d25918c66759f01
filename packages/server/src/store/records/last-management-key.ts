import { LastManagementKey } from "../ports/errors.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Tx } from "../schema.ts";

/**
 * A key that expires sooner leaves too little time to notice and to create another. One that expires later is the
 * operator's choice, and the command line on the machine can still create a key.
 */
const lastingMs = 24 * 60 * 60 * 1000;

type Usable = Pick<KeyRecord, "kind" | "disabled" | "expiresAtMs" | "scope">;

/**
 * Refuses a change that removes a management key (null: it is deleted) if no other lasting one is left. The
 * caller has the organisation's lock.
 */
export async function keepManageable(
  tx: Tx,
  organisationId: string,
  before: KeyRecord,
  after: Usable | null,
): Promise<void> {
  const nowMs = Date.now();
  if (!isUsableAt(before, nowMs)) return;
  if (after !== null && !isCutShort(before, after, nowMs)) return;
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

/** A key that only reads administers nothing. */
function isUsableAt({ kind, disabled, expiresAtMs, scope }: Usable, ms: number): boolean {
  if (kind !== "management" || scope !== "all") return false;
  return !disabled && (expiresAtMs === null || expiresAtMs > ms);
}

/** A key that expires soon anyway may be renamed, and may get more time. */
function isCutShort(before: Usable, after: Usable, nowMs: number): boolean {
  if (isUsableAt(after, nowMs + lastingMs)) return false;
  const end = ({ disabled, expiresAtMs, scope }: Usable) =>
    disabled || scope !== "all" ? 0 : (expiresAtMs ?? Infinity);
  return end(after) < end(before);
}
