import { toColumns } from "../fields.ts";
import type { Actor } from "../ports/actor.ts";
import type { CredentialRecord, CredentialStore, SealedSecret } from "../ports/credentials.ts";
import { WorkspaceMissing } from "../ports/errors.ts";
import type { Listed } from "../ports/page.ts";
import type { CredentialRow, Database, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { recordChange } from "./audit-log.ts";
import { changeOfCredential } from "./audited-fields.ts";
import { rewrapCredentials, toCredentialRecord, toSealedCredential } from "./credential-rewrap.ts";
import { touchWorkspace } from "./locks.ts";
import { listed, matching, mayBeStored } from "./rows.ts";

const everySealedStep = 100;

export function createCredentialStore(
  database: Database,
  engine: Store["engine"],
): CredentialStore {
  return {
    create: (actor, credential, secret) =>
      database.transaction().execute((tx) => create(tx, actor, credential, secret)),
    list: (organisationId, page) => list(database, organisationId, page),
    async get(organisationId, id) {
      const row = await find(database, organisationId, id);
      return row === undefined ? null : toCredentialRecord(row);
    },
    async sealed(organisationId, id) {
      const row = await find(database, organisationId, id);
      return row === undefined ? null : toSealedCredential(row);
    },
    update: (actor, id, change) =>
      database.transaction().execute((tx) => update(tx, actor, id, change)),
    delete: (actor, id, workspaceId) =>
      database.transaction().execute((tx) => wipe(tx, actor, id, workspaceId)),
    providers: (organisationId, workspaceId) => providers(database, organisationId, workspaceId),
    async sealedOf(workspaceId) {
      const rows = await database
        .selectFrom("credentials")
        .selectAll()
        .where("workspace_id", "=", workspaceId)
        .where("disabled", "=", 0)
        .orderBy("created_at_ms")
        .orderBy("id")
        .execute();
      return rows.map(toSealedCredential);
    },
    async everySealed(afterId) {
      const rows = await database
        .selectFrom("credentials")
        .selectAll()
        .$if(afterId !== null, (query) => query.where("id", ">", afterId))
        .orderBy("id")
        .limit(everySealedStep)
        .execute();
      return rows.map((row) => ({
        ...toSealedCredential(row),
        organisationId: row.organisation_id,
      }));
    },
    rewrap: (actor, currentVersion, rewrap) =>
      rewrapCredentials(database, engine, actor, { currentVersion, rewrap }),
  };
}

async function create(
  tx: Tx,
  actor: Actor,
  credential: Parameters<CredentialStore["create"]>[1],
  secret: SealedSecret,
): Promise<CredentialRecord> {
  const { organisationId } = actor;
  if (!(await touchWorkspace(tx, organisationId, credential.workspaceId)))
    throw new WorkspaceMissing("The credential's workspace does not exist.");
  const row = await tx
    .insertInto("credentials")
    .values({
      ...toColumns({ ...credential, ...secret }),
      organisation_id: organisationId,
      created_at_ms: Date.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const made = toCredentialRecord(row);
  await recordChange(tx, actor, changeOfCredential(null, made));
  return made;
}

async function list(
  database: Database,
  organisationId: string,
  query: Parameters<CredentialStore["list"]>[1],
): Promise<Listed<CredentialRecord>> {
  const rows = database
    .selectFrom("credentials")
    .where("organisation_id", "=", organisationId)
    .where(matching(query, "workspaceId", "provider"))
    .selectAll()
    .orderBy("created_at_ms")
    .orderBy("id");
  return await listed(rows, query, toCredentialRecord);
}

async function providers(
  database: Database,
  organisationId: string,
  workspaceId: string | undefined,
): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom("credentials")
    .where("organisation_id", "=", organisationId)
    .where(matching({ workspaceId }, "workspaceId"))
    .where("disabled", "=", 0)
    .select("provider")
    .distinct()
    .execute();
  return new Set(rows.map(({ provider }) => provider));
}

async function update(
  tx: Tx,
  actor: Actor,
  id: string,
  { secret, ...fields }: Parameters<CredentialStore["update"]>[2],
): Promise<CredentialRecord | null> {
  const found = await findToChange(tx, actor, id);
  if (found === undefined) return null;
  const row = await tx
    .updateTable("credentials")
    .set({
      ...toColumns({ ...fields, ...secret }),
      updated_at_ms: Date.now(),
    })
    .where("id", "=", found.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = toCredentialRecord(row);
  const recorded = changeOfCredential(toCredentialRecord(found), after);
  const replaced = secret === undefined ? {} : { secretReplaced: true };
  await recordChange(tx, actor, { ...recorded, after: { ...recorded.after, ...replaced } });
  return after;
}

/** Reads the credential again under the lock of its workspace, because it may have changed before the lock. */
async function findToChange(
  tx: Tx,
  { organisationId }: Actor,
  id: string,
  workspaceId?: string,
): Promise<CredentialRow | undefined> {
  const found = await find(tx, organisationId, id);
  if (found === undefined || found.workspace_id !== (workspaceId ?? found.workspace_id))
    return undefined;
  await touchWorkspace(tx, organisationId, found.workspace_id);
  return await find(tx, organisationId, id);
}

/** UUIDs do not distinguish case. */
async function find(
  database: Database,
  organisationId: string,
  id: string,
): Promise<CredentialRow | undefined> {
  if (!mayBeStored(id)) return undefined;
  return await database
    .selectFrom("credentials")
    .selectAll()
    .where("id", "=", id.toLowerCase())
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
}

/** Overwrites the secret before the row is deleted: a deleted row's bytes may stay in a file for a while. */
async function wipe(
  tx: Tx,
  actor: Actor,
  id: string,
  workspaceId: string | undefined,
): Promise<boolean> {
  const found = await findToChange(tx, actor, id, workspaceId);
  if (found === undefined) return false;
  await tx
    .updateTable("credentials")
    .set({
      ciphertext: new Uint8Array(found.ciphertext.length),
      wrapped_data_key: new Uint8Array(found.wrapped_data_key.length),
    })
    .where("id", "=", found.id)
    .execute();
  await tx.deleteFrom("credentials").where("id", "=", found.id).execute();
  const before = toCredentialRecord(found);
  await recordChange(tx, actor, changeOfCredential(before, null));
  return true;
}
