import type { Actor } from "../ports/actor.ts";
import { TooManySecrets } from "../ports/errors.ts";
import type { KeyRecord, NewSecret } from "../ports/keys.ts";
import type { Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { recordChange } from "./audit-log.ts";
import { changeOfKey } from "./audited-fields.ts";
import { findToChange, writeSearchText } from "./key-changes.ts";
import { findKey } from "./key-records.ts";

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
