import { randomUUID } from "node:crypto";
import { toText, toTextOrNull } from "./ledger-row.ts";
import { listed } from "./listed.ts";
import { type Database, type Tx, toFlag, type WorkspaceRow } from "./schema.ts";
import {
  SlugTaken,
  type Store,
  type WorkspaceRecord,
  type WorkspaceSettings,
  type WorkspaceStore,
} from "./store.ts";
import { mayBeStored } from "./text-key.ts";
import { isUniqueViolation } from "./unique-violation.ts";

export function createWorkspaceStore(database: Database, engine: Store["engine"]): WorkspaceStore {
  return {
    async create(organisationId, settings, createdBy) {
      const row = newWorkspaceRow(organisationId, settings, createdBy);
      await database.insertInto("workspaces").values(row).execute().catch(refuseTakenSlug);
      return toRecord(row);
    },
    async list(organisationId, page) {
      const rows = database
        .selectFrom("workspaces")
        .where("organisation_id", "=", organisationId)
        .where("deleted_at_ms", "is", null)
        .selectAll()
        .orderBy("created_at_ms")
        .orderBy("id");
      return await listed(rows, page, toRecord);
    },
    async get(organisationId, idOrSlug) {
      const row = await find(database, organisationId, idOrSlug);
      return row === undefined ? null : toRecord(row);
    },
    update: (organisationId, idOrSlug, change) =>
      database
        .transaction()
        .execute((tx) => update(tx, organisationId, idOrSlug, change))
        .catch(refuseTakenSlug),
    delete: (organisationId, idOrSlug) =>
      database.transaction().execute((tx) => remove(tx, engine, organisationId, idOrSlug)),
  };
}

export function newWorkspaceRow(
  organisationId: string,
  settings: WorkspaceSettings,
  createdBy: string | null,
): WorkspaceRow {
  const now = Date.now();
  return {
    ...toColumns(settings),
    id: randomUUID(),
    organisation_id: organisationId,
    revision: 1,
    created_by: createdBy,
    created_at_ms: now,
    updated_at_ms: null,
    deleted_at_ms: null,
  };
}

function refuseTakenSlug(error: unknown): never {
  if (isUniqueViolation(error))
    throw new SlugTaken("The organisation has a workspace of that slug already.", { cause: error });
  throw error;
}

/** An id is never mistaken for a slug of the same text: ids come first. */
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
  organisationId: string,
  idOrSlug: string,
  change: Partial<WorkspaceSettings>,
): Promise<WorkspaceRecord | null> {
  const row = await find(tx, organisationId, idOrSlug);
  if (row === undefined) return null;
  // Only what changes: what somebody else changes at the same moment stays.
  const changed = await tx
    .updateTable("workspaces")
    .set((eb) => ({
      ...toChangedColumns(change),
      revision: eb("revision", "+", 1),
      updated_at_ms: Date.now(),
    }))
    .where("id", "=", row.id)
    .where("deleted_at_ms", "is", null)
    .returningAll()
    .executeTakeFirst();
  return changed === undefined ? null : toRecord(changed);
}

async function remove(
  tx: Tx,
  engine: Store["engine"],
  organisationId: string,
  idOrSlug: string,
): Promise<"deleted" | "absent" | "inUse"> {
  // One deletion at a time in an organisation, so that two cannot leave it without any.
  await tx
    .selectFrom("organisations")
    .select("id")
    .where("id", "=", organisationId)
    .$if(engine === "postgres", (query) => query.forUpdate())
    .execute();
  const row = await find(tx, organisationId, idOrSlug);
  if (row === undefined || !(await touchWorkspace(tx, organisationId, row.id))) return "absent";
  if (await isInUse(tx, organisationId, row.id)) return "inUse";
  await tx
    .updateTable("workspaces")
    .set({ deleted_at_ms: Date.now() })
    .where("id", "=", row.id)
    .execute();
  return "deleted";
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

/**
 * Tells every node that what it knows of the workspace is old. Also the lock under which keys and credentials
 * come and go; false where the workspace is not there.
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

function toColumns(settings: WorkspaceSettings) {
  return {
    name: toText(settings.name),
    slug: toText(settings.slug),
    description: toTextOrNull(settings.description),
    default_text_model: toTextOrNull(settings.defaultTextModel),
    default_image_model: toTextOrNull(settings.defaultImageModel),
    default_provider_sort: settings.defaultProviderSort,
    io_logging: toFlag(settings.isObservabilityIoLoggingEnabled),
    broadcast: toFlag(settings.isObservabilityBroadcastEnabled),
    data_discount: toFlag(settings.isDataDiscountLoggingEnabled),
    io_logging_sampling_rate: settings.ioLoggingSamplingRate,
    io_logging_api_key_ids:
      settings.ioLoggingApiKeyIds === null ? null : JSON.stringify(settings.ioLoggingApiKeyIds),
  };
}

/** What was not sent is undefined, and Kysely leaves undefined columns as they are. */
function toChangedColumns(change: Partial<WorkspaceSettings>) {
  const text = (value: string | undefined) => (value === undefined ? undefined : toText(value));
  const textOrNull = (value: string | null | undefined) =>
    value === undefined ? undefined : toTextOrNull(value);
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : toFlag(value));
  const keyIds = change.ioLoggingApiKeyIds;
  return {
    name: text(change.name),
    slug: text(change.slug),
    description: textOrNull(change.description),
    default_text_model: textOrNull(change.defaultTextModel),
    default_image_model: textOrNull(change.defaultImageModel),
    default_provider_sort: change.defaultProviderSort,
    io_logging: flag(change.isObservabilityIoLoggingEnabled),
    broadcast: flag(change.isObservabilityBroadcastEnabled),
    data_discount: flag(change.isDataDiscountLoggingEnabled),
    io_logging_sampling_rate: change.ioLoggingSamplingRate,
    io_logging_api_key_ids: keyIds === undefined ? undefined : keyIds && JSON.stringify(keyIds),
  };
}

function toRecord(row: WorkspaceRow): WorkspaceRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    revision: row.revision,
    name: row.name,
    slug: row.slug,
    description: row.description,
    defaultTextModel: row.default_text_model,
    defaultImageModel: row.default_image_model,
    defaultProviderSort: row.default_provider_sort,
    isObservabilityIoLoggingEnabled: row.io_logging === 1,
    isObservabilityBroadcastEnabled: row.broadcast === 1,
    isDataDiscountLoggingEnabled: row.data_discount === 1,
    ioLoggingSamplingRate: row.io_logging_sampling_rate,
    ioLoggingApiKeyIds:
      row.io_logging_api_key_ids === null ? null : readKeyIds(row.io_logging_api_key_ids),
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

function readKeyIds(json: string): readonly number[] {
  const ids: unknown = JSON.parse(json);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "number") : [];
}
