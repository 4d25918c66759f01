import { toColumns, toFields } from "../fields.ts";
import type { Actor } from "../ports/actor.ts";
import type { AuditTarget } from "../ports/audit.ts";
import type { CredentialRecord, SealedCredential, SealedSecret } from "../ports/credentials.ts";
import type { CredentialRow, Database, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { recordChange } from "./audit-log.ts";

export function toCredentialRecord(row: CredentialRow): CredentialRecord {
  return {
    ...toFields(row, "organisation_id", "ciphertext", "wrapped_data_key", "key_version"),
    disabled: row.disabled === 1,
  };
}

export function toSealedCredential(row: CredentialRow): SealedCredential {
  return {
    ...toCredentialRecord(row),
    secret: {
      ciphertext: row.ciphertext,
      wrappedDataKey: row.wrapped_data_key,
      keyVersion: row.key_version,
    },
  };
}

/** The number of data keys that are rewrapped under one lock. */
const rewrapStep = 100;

interface Rewrap {
  readonly currentVersion: number;
  readonly rewrap: (credential: SealedCredential) => SealedSecret;
}

export async function rewrapCredentials(
  database: Database,
  engine: Store["engine"],
  actor: Actor,
  rewrap: Rewrap,
): Promise<number> {
  let rewrapped = 0;
  for (;;) {
    const count = await database.transaction().execute(async (tx) => {
      const some = await rewrapSome(tx, engine, rewrap);
      // Each step is a change of its own. The first one is recorded even if there was nothing to rewrap.
      if (some > 0 || rewrapped === 0) await recordRewrap(tx, actor, some);
      return some;
    });
    rewrapped += count;
    if (count < rewrapStep) return rewrapped;
  }
}

/** Covers data keys of every organisation, so the row belongs to the installation. */
async function recordRewrap(tx: Tx, actor: Actor, rewrapped: number): Promise<void> {
  const target: AuditTarget = { type: "store", id: "credentials" };
  await recordChange(tx, actor, { target, workspaceId: null, before: null, after: { rewrapped } });
}

async function rewrapSome(
  tx: Tx,
  engine: Store["engine"],
  { currentVersion, rewrap }: Rewrap,
): Promise<number> {
  const rows = await tx
    .selectFrom("credentials")
    .selectAll()
    // A version is a fingerprint, so versions have no order.
    .where("key_version", "!=", currentVersion)
    .orderBy("id")
    .limit(rewrapStep)
    .$if(engine === "postgres", (query) => query.forUpdate())
    .execute();
  for (const row of rows) {
    const secret = rewrap(toSealedCredential(row));
    if (secret.keyVersion !== currentVersion)
      throw new RangeError(
        "A data key was rewrapped with another master key than the current one.",
      );
    await tx.updateTable("credentials").set(toColumns(secret)).where("id", "=", row.id).execute();
  }
  return rows.length;
}
