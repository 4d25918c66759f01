import { toColumns } from "../fields.ts";
import type { Actor } from "../ports/actor.ts";
import { KeyTaken, TooManySecrets, WorkspaceMissing } from "../ports/errors.ts";
import type { KeyChange, KeyRecord, NewKey, NewSecret } from "../ports/keys.ts";
import type { Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { recordChange } from "./audit-log.ts";
import { changeOfKey } from "./audited-fields.ts";
import { findKey } from "./key-records.ts";
import { keepManageable } from "./last-management-key.ts";
import { lockOrganisation, touchWorkspace } from "./locks.ts";

/** The first start creates its keys with it too. */
export async function createKey(tx: Tx, actor: Actor, key: NewKey): Promise<KeyRecord> {
  const { organisationId } = actor;
  if (!(await touchWorkspace(tx, organisationId, key.workspaceId)))
    throw new WorkspaceMissing("The key's workspace does not exist.");
  // An earlier secret goes on naming its key.
  const earlier = tx.selectFrom("key_secrets").select("key_id").where("hash", "=", key.hash);
  if ((await earlier.executeTakeFirst()) !== undefined)
    throw new KeyTaken("This text was a key before.");
  const { id } = await tx
    .insertInto("keys")
    .values({
      ...toColumns(key),
      organisation_id: organisationId,
      created_at_ms: Date.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("key_balances")
    .values({ key_id: id, organisation_id: organisationId, workspace: key.workspaceId })
    .execute();
  await writeSearchText(tx, id);
  const made = await findKey(tx, organisationId, key.hash);
  if (made === null) throw new Error("A key that was just made is not there.");
  await recordChange(tx, actor, changeOfKey(null, made));
  return made;
}

export async function updateKey(
  tx: Tx,
  engine: Store["engine"],
  actor: Actor,
  id: string,
  change: KeyChange,
): Promise<KeyRecord | null> {
  const before = await findToChange(tx, engine, actor, id);
  if (before === null) return null;
  await tx
    .updateTable("keys")
    .set({ ...toColumns(change), updated_at_ms: Date.now() })
    .where("id", "=", before.id)
    .execute();
  await writeSearchText(tx, before.id);
  const after = await findKey(tx, actor.organisationId, String(before.id));
  if (after === null) throw new Error("A key that was just changed is not there.");
  await keepManageable(tx, actor.organisationId, before, after);
  await recordChange(tx, actor, changeOfKey(before, after));
  return after;
}

export async function deleteKey(
  tx: Tx,
  engine: Store["engine"],
  actor: Actor,
  id: string,
): Promise<boolean> {
  const before = await findToChange(tx, engine, actor, id);
  if (before === null) return false;
  await keepManageable(tx, actor.organisationId, before, null);
  await tx
    .updateTable("keys")
    .set({ deleted_at_ms: Date.now() })
    .where("id", "=", before.id)
    .execute();
  await recordChange(tx, actor, changeOfKey(before, null));
  return true;
}

/** Reads the key again under the locks, because it may have changed before: found by number, since its hash may have too. */
export async function findToChange(
  tx: Tx,
  engine: Store["engine"],
  { organisationId }: Actor,
  id: string,
): Promise<KeyRecord | null> {
  const found = await findKey(tx, organisationId, id);
  if (found === null) return null;
  // Organisations are locked before anything else. Not for ordinary keys: admissions take this lock too.
  if (found.kind === "management") await lockOrganisation(tx, engine, organisationId);
  await touchWorkspace(tx, organisationId, found.workspaceId);
  return await findKey(tx, organisationId, String(found.id));
}

interface Searched {
  readonly name: string;
  readonly label: string;
  readonly owner_email: string | null;
  readonly created_by: string | null;
}

/** The texts of a key that a search looks through. The two engines fold letters differently, so this is done before. */
function searchTextOf({ name, label, owner_email, created_by }: Searched): string {
  return [name, label, owner_email ?? "", created_by ?? ""].join("\n").toLowerCase();
}

/** After a change of one of these texts, in its transaction. */
export async function writeSearchText(tx: Tx, id: number): Promise<void> {
  const row = await tx
    .selectFrom("keys")
    .select(["name", "label", "owner_email", "created_by", "search_text"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const text = searchTextOf(row);
  if (text === row.search_text) return;
  await tx.updateTable("keys").set({ search_text: text }).where("id", "=", id).execute();
}

/** Rotations that never end their overlaps would let one key have any number of secrets. */
const mostEarlierSecrets = 10;

/**
 * Gives a key a new secret, all or nothing: there is no time without a valid one. The workspace's lock puts several
 * rotations of a key in order, and each one's new secret stays valid for the overlap of the next.
 */
export async function rotateKey(
  tx: Tx,
  engine: Store["engine"],
  actor: Actor,
  id: string,
  { hash, label, overlapMs }: NewSecret,
): Promise<KeyRecord | null> {
  const before = await findToChange(tx, engine, actor, id);
  if (before === null) return null;
  const nowMs = Date.now();
  const endMs = nowMs + overlapMs;
  // Without an overlap the end has passed for every node, also for one whose clock is behind.
  const untilMs = overlapMs === 0 ? 0 : endMs;
  if (overlapMs > 0) await refuseTooMany(tx, before.id, nowMs);
  await tx
    .updateTable("key_secrets")
    .set({ until_ms: untilMs })
    .where("key_id", "=", before.id)
    .where("until_ms", ">", untilMs)
    .execute();
  await tx
    .insertInto("key_secrets")
    .values({ hash: before.hash, key_id: before.id, until_ms: untilMs })
    .execute();
  await tx
    .updateTable("keys")
    .set({
      hash,
      label,
      rotated_at_ms: nowMs,
      previous_secret_expires_at_ms: endMs,
      // The new secret has not been found anywhere: a later report about it counts as the first.
      exposed_at_ms: null,
      exposed_source: null,
      exposed_url: null,
      updated_at_ms: nowMs,
    })
    .where("id", "=", before.id)
    .execute();
  await writeSearchText(tx, before.id);
  const after = await findKey(tx, actor.organisationId, hash);
  if (after === null) throw new Error("A key that was just rotated is not there.");
  await recordChange(tx, actor, changeOfKey(before, after));
  return after;
}

async function refuseTooMany(tx: Tx, keyId: number, nowMs: number): Promise<void> {
  const valid = await tx
    .selectFrom("key_secrets")
    .select("hash")
    .where("key_id", "=", keyId)
    .where("until_ms", ">", nowMs)
    .limit(mostEarlierSecrets)
    .execute();
  if (valid.length >= mostEarlierSecrets)
    throw new TooManySecrets(`The key has ${valid.length} earlier secrets that are still valid.`);
}
