import { randomUUID } from "node:crypto";
import { toColumns, toFields } from "../fields.ts";
import type { Actor } from "../ports/actor.ts";
import { SlugTaken } from "../ports/errors.ts";
import type { WorkspaceRecord, WorkspaceSettings, WorkspaceStore } from "../ports/workspaces.ts";
import type { Database, Tx, WorkspaceRow } from "../schema.ts";
import type { Store } from "../store.ts";
import { recordChange } from "./audit-log.ts";
import { changeOfWorkspace } from "./audited-fields.ts";
import { lockOrganisation, touchWorkspace } from "./locks.ts";
import { isUniqueViolation, listed, mayBeStored } from "./rows.ts";

export function createWorkspaceStore(database: Database, engine: Store["engine"]): WorkspaceStore {
  return {
    create: (actor, settings, createdBy) =>
      database
        .transaction()
        .execute((tx) => insertWorkspace(tx, actor, settings, createdBy))
        .catch(refuseTakenSlug),
    async list(organisationId, page) {
      const rows = database
        .selectFrom("workspaces")
        .where("organisation_id", "=", organisationId)
        .where("deleted_at_ms", "is", null)
        .selectAll()
        .orderBy("created_at_ms")
        .orderBy("id");
      return await listed(rows, page, toWorkspaceRecord);
    },
    async get(organisationId, idOrSlug) {
      const row = await find(database, organisationId, idOrSlug);
      return row === undefined ? null : toWorkspaceRecord(row);
    },
    update: (actor, idOrSlug, change) =>
      database
        .transaction()
        .execute((tx) => update(tx, actor, idOrSlug, change))
        .catch(refuseTakenSlug),
    delete: (actor, idOrSlug) =>
      database.transaction().execute((tx) => remove(tx, engine, actor, idOrSlug)),
  };
}

/** The first start creates its workspace with it too. */
export async function insertWorkspace(
  tx: Tx,
  actor: Actor,
  settings: WorkspaceSettings,
  createdBy: string | null,
  id: string = randomUUID(),
): Promise<WorkspaceRecord> {
  const row: WorkspaceRow = {
    ...toWorkspaceColumns(settings),
    id,
    organisation_id: actor.organisationId,
    revision: 1,
    created_by: createdBy,
    created_at_ms: Date.now(),
    updated_at_ms: null,
    deleted_at_ms: null,
  };
  await tx.insertInto("workspaces").values(row).execute();
  const made = toWorkspaceRecord(row);
  await recordChange(tx, actor, changeOfWorkspace(null, made));
  return made;
}

function refuseTakenSlug(error: unknown): never {
  if (isUniqueViolation(error))
    throw new SlugTaken("The organisation has a workspace of that slug already.", { cause: error });
  throw error;
}

/** Ids come first, so an id is never mistaken for another workspace's slug of the same text. */
async function find(
  database: Database,
  organisationId: string,
  idOrSlug: string,
): Promise<WorkspaceRow | undefined> {
  if (!mayBeStored(idOrSlug)) return undefined;
  const rows = await database
    .selectFrom("workspaces")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .where("deleted_at_ms", "is", null)
    .where((eb) => eb.or([eb("id", "=", idOrSlug.toLowerCase()), eb("slug", "=", idOrSlug)]))
    .execute();
  return rows.find(({ id }) => id === idOrSlug.toLowerCase()) ?? rows[0];
}

async function update(
  tx: Tx,
  actor: Actor,
  idOrSlug: string,
  change: Partial<WorkspaceSettings>,
): Promise<WorkspaceRecord | null> {
  const before = await findToChange(tx, actor, idOrSlug);
  if (before === null) return null;
  // Only the sent fields, so that a change of other fields at the same moment stays.
  const row = await tx
    .updateTable("workspaces")
    .set({ ...toWorkspaceColumns(change), updated_at_ms: Date.now() })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = toWorkspaceRecord(row);
  await recordChange(tx, actor, changeOfWorkspace(before, after));
  return after;
}

async function remove(
  tx: Tx,
  engine: Store["engine"],
  actor: Actor,
  idOrSlug: string,
): Promise<"deleted" | "absent" | "inUse"> {
  const { organisationId } = actor;
  await lockOrganisation(tx, engine, organisationId);
  const before = await findToChange(tx, actor, idOrSlug);
  if (before === null) return "absent";
  if (await isInUse(tx, organisationId, before.id)) return "inUse";
  await tx
    .updateTable("workspaces")
    .set({ deleted_at_ms: Date.now() })
    .where("id", "=", before.id)
    .execute();
  await tx.deleteFrom("budgets").where("workspace_id", "=", before.id).execute();
  await recordChange(tx, actor, changeOfWorkspace(before, null));
  return "deleted";
}

/** Reads the workspace again under its lock, because it may have changed before. */
async function findToChange(
  tx: Tx,
  { organisationId }: Actor,
  idOrSlug: string,
): Promise<WorkspaceRecord | null> {
  const found = await find(tx, organisationId, idOrSlug);
  if (found === undefined || !(await touchWorkspace(tx, organisationId, found.id))) return null;
  const row = await find(tx, organisationId, found.id);
  return row === undefined ? null : toWorkspaceRecord(row);
}

async function isInUse(tx: Tx, organisationId: string, id: string): Promise<boolean> {
  const key = tx
    .selectFrom("keys")
    .select("id")
    .where("workspace_id", "=", id)
    .where("deleted_at_ms", "is", null)
    .limit(1);
  const credential = tx
    .selectFrom("credentials")
    .select("id")
    .where("workspace_id", "=", id)
    .limit(1);
  const other = tx
    .selectFrom("workspaces")
    .select("id")
    .where("organisation_id", "=", organisationId)
    .where("id", "!=", id)
    .where("deleted_at_ms", "is", null)
    .limit(1);
  if ((await key.executeTakeFirst()) !== undefined) return true;
  if ((await credential.executeTakeFirst()) !== undefined) return true;
  return (await other.executeTakeFirst()) === undefined;
}

type SettingColumns = Omit<
  WorkspaceRow,
  | "id"
  | "organisation_id"
  | "revision"
  | "created_by"
  | `${"created" | "updated" | "deleted"}_at_ms`
>;

/** The names of four columns are older than those of their fields. */
function toWorkspaceColumns(settings: WorkspaceSettings): SettingColumns;
function toWorkspaceColumns(change: Partial<WorkspaceSettings>): {
  [Name in keyof SettingColumns]?: SettingColumns[Name] | undefined;
};
function toWorkspaceColumns({
  isObservabilityIoLoggingEnabled: io_logging,
  isObservabilityBroadcastEnabled: broadcast,
  isDataDiscountLoggingEnabled: data_discount,
  isEmbeddingsCacheEnabled: vector_cache,
  ...settings
}: Partial<WorkspaceSettings>) {
  return toColumns({ ...settings, io_logging, broadcast, data_discount, vector_cache });
}

function toWorkspaceRecord(row: WorkspaceRow): WorkspaceRecord {
  return {
    ...toFields(row, "io_logging", "broadcast", "data_discount", "vector_cache", "deleted_at_ms"),
    isObservabilityIoLoggingEnabled: row.io_logging === 1,
    isObservabilityBroadcastEnabled: row.broadcast === 1,
    isDataDiscountLoggingEnabled: row.data_discount === 1,
    isEmbeddingsCacheEnabled: row.vector_cache === 1,
    ioLoggingApiKeyIds:
      row.io_logging_api_key_ids === null ? null : readKeyIds(row.io_logging_api_key_ids),
  };
}

function readKeyIds(json: string): readonly number[] {
  const ids: unknown = JSON.parse(json);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "number") : [];
}
