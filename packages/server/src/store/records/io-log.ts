import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { toColumns, toText } from "../fields.ts";
import type { SealedSecret } from "../ports/credentials.ts";
import type { IoLogEntry, IoLogStore } from "../ports/io-log.ts";
import type { Database } from "../schema.ts";
import type { IoLogTable } from "../tables/requests.ts";
import { recordDeed } from "./audit-log.ts";
import { listed, removeInSteps } from "./rows.ts";

/** Few enough values for one statement: SQLite takes 32,766. */
const appendStep = 1000;
/** Entries, of up to two megabytes each, that are sealed under one lock. */
const resealStep = 20;

type Row = Selectable<IoLogTable>;
type Condition = RawBuilder<SqlBool>;

export function createIoLogStore(database: Database): IoLogStore {
  /** Works in steps, so that requests do not wait long for locks. */
  const reseal = async (isAsked: Condition, toSecret: (row: Row) => SealedSecret) => {
    for (let resealed = 0; ; ) {
      const some = await resealSome(database, isAsked, toSecret);
      resealed += some;
      if (some < resealStep) return resealed;
    }
  };
  const remove = (isAsked: Condition) =>
    removeInSteps(database, "io_log", sql`${isAsked} order by created_at_ms`);
  return {
    async append(entries) {
      for (let start = 0; start < entries.length; start += appendStep)
        await database
          .insertInto("io_log")
          .values(entries.slice(start, start + appendStep).map(toRow))
          .execute();
    },
    list(workspaceId, page) {
      const rows = database
        .selectFrom("io_log")
        .where("workspace_id", "=", workspaceId)
        .where("ciphertext", "is not", null)
        .selectAll()
        .orderBy("created_at_ms", "desc")
        .orderBy("id", "desc");
      return listed(rows, page, toEntry);
    },
    of: (generationIds) => entriesOf(database, generationIds),
    async erase(actor, workspaceId, endUser) {
      await recordDeed(database, actor, {
        target: { type: "io_log", id: workspaceId },
        workspaceId,
        after: { endUser: endUser ?? "all" },
      });
      const ofEndUser = endUser === undefined ? sql`` : sql` and end_user = ${endUser}`;
      return remove(sql`workspace_id = ${workspaceId}${ofEndUser}`);
    },
    async forget(workspaceId) {
      await remove(sql`workspace_id = ${workspaceId}`);
    },
    sealClear: (seal) =>
      reseal(sql`ciphertext is null`, (row) =>
        seal(toEntry(row), { request: row.request, reply: row.reply }),
      ),
    rewrap: (currentVersion, rewrap) =>
      reseal(sql`key_version != ${currentVersion}`, (row) => rewrap(toEntry(row))),
    keyVersions: () => keyVersions(database),
    async discard(actor, versions) {
      await recordDeed(database, actor, {
        target: { type: "store", id: "io_log" },
        workspaceId: null,
        after: { discarded: "all that was sealed with an unknown master key" },
      });
      return remove(sql`key_version in (${sql.join(versions)})`);
    },
    prune: (beforeMs) => remove(sql`created_at_ms < ${beforeMs}`),
  };
}

async function entriesOf(
  database: Database,
  generationIds: readonly string[],
): Promise<readonly IoLogEntry[]> {
  if (generationIds.length === 0) return [];
  const rows = await database
    .selectFrom("io_log")
    .where("request_id", "in", generationIds)
    .where("ciphertext", "is not", null)
    .selectAll()
    .execute();
  return rows.map(toEntry);
}

/** Skips through the index from one version to the next: the entries themselves may be many gigabytes. */
async function keyVersions(database: Database): Promise<readonly number[]> {
  const found: number[] = [];
  for (;;) {
    const row = await database
      .selectFrom("io_log")
      .select("key_version")
      .where("key_version", ">", found.at(-1) ?? -1)
      .orderBy("key_version")
      .limit(1)
      .executeTakeFirst();
    if (row?.key_version == null) return found;
    found.push(row.key_version);
  }
}

function resealSome(
  database: Database,
  isAsked: Condition,
  toSecret: (row: Row) => SealedSecret,
): Promise<number> {
  return database.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom("io_log")
      .selectAll()
      .where(isAsked)
      .orderBy("id")
      .limit(resealStep)
      .execute();
    for (const row of rows)
      await tx
        .updateTable("io_log")
        .set({ ...toColumns(toSecret(row)), request: "", reply: "" })
        .where("id", "=", row.id)
        .where("workspace_id", "=", row.workspace_id)
        // Another process may have done it meanwhile.
        .where(isAsked)
        .execute();
    return rows.length;
  });
}

function toRow({ generationId, content, ...entry }: IoLogEntry) {
  const request_id = toText(generationId);
  return { request_id, request: "", reply: "", ...toColumns({ ...entry, ...content }) };
}

const nothing = new Uint8Array();

function toEntry(row: Row): IoLogEntry {
  return {
    generationId: row.request_id,
    workspaceId: row.workspace_id,
    keyId: row.key_id,
    endUser: row.end_user,
    content: {
      ciphertext: row.ciphertext ?? nothing,
      wrappedDataKey: row.wrapped_data_key ?? nothing,
      keyVersion: row.key_version ?? 0,
    },
    createdAtMs: row.created_at_ms,
  };
}
