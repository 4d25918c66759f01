import type { FallenKey, KeyStore } from "../ports/keys.ts";
import type { Database, KeyRow } from "../schema.ts";
import type { Store } from "../store.ts";
import { findByHash } from "./find-caller.ts";
import { createKey, deleteKey, updateKey } from "./key-changes.ts";
import { findKey } from "./key-records.ts";
import { listKeys } from "./list-keys.ts";
import { findOwn } from "./own-key.ts";
import { rotateKey } from "./rotate-key.ts";

export function createKeyStore(
  database: Database,
  engine: Store["engine"],
): Omit<KeyStore, "expose"> {
  return {
    findByHash: (hash) => findByHash(database, hash),
    create: (actor, key) => database.transaction().execute((tx) => createKey(tx, actor, key)),
    list: (organisationId, query) => listKeys(database, engine, organisationId, query),
    async get(organisationId, id) {
      return await findKey(database, organisationId, id);
    },
    own: (keyId) => findOwn(database, keyId),
    async fallen(ids, nowMs) {
      if (ids.length === 0) return [];
      const rows = await database
        .selectFrom("keys")
        .select(["id", "disabled", "deleted_at_ms"])
        .where("id", "in", [...ids])
        .where((eb) =>
          eb.or([
            eb("deleted_at_ms", "is not", null),
            eb("disabled", "=", 1),
            eb("expires_at_ms", "<=", nowMs),
          ]),
        )
        .execute();
      return rows.map((row) => ({ keyId: row.id, reason: reasonOf(row) }));
    },
    async endedSecrets(hashes, nowMs) {
      if (hashes.length === 0) return [];
      const rows = await database
        .selectFrom("key_secrets")
        .select("hash")
        .where("hash", "in", [...hashes])
        .where("until_ms", "<=", nowMs)
        .execute();
      return rows.map(({ hash }) => hash);
    },
    rotate: (actor, id, secret) =>
      database.transaction().execute((tx) => rotateKey(tx, engine, actor, id, secret)),
    update: (actor, id, change) =>
      database.transaction().execute((tx) => updateKey(tx, engine, actor, id, change)),
    delete: (actor, id) => database.transaction().execute((tx) => deleteKey(tx, engine, actor, id)),
  };
}

function reasonOf({
  deleted_at_ms,
  disabled,
}: Pick<KeyRow, "deleted_at_ms" | "disabled">): FallenKey["reason"] {
  if (deleted_at_ms !== null) return "revoked";
  return disabled === 1 ? "disabled" : "expired";
}
