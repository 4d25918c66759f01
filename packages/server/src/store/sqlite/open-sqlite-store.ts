import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { createStore } from "../create-store.ts";
import { createStoreClock } from "../database-clock.ts";
import { migrate } from "../migrate.ts";
import type { Actor } from "../ports/actor.ts";
import type { AlertRules } from "../ports/alerts.ts";
import { recordDeed } from "../records/audit-log.ts";
import type { Tables } from "../schema.ts";
import type { Store } from "../store.ts";
import { copyBack } from "./checkpointer.ts";
import { cannotOpen, makeDatabaseFile, refuseFullDisk } from "./data-folder.ts";
import { type FileGuard, guardFiles } from "./file-guard.ts";
import { createWriteProof, type HotConnection, openHotConnection } from "./hot-connection.ts";
import { createListReader } from "./list-reader.ts";
import { openSqlite, patiently, sqliteDialect } from "./sqlite-dialect.ts";
import { type Alone, createSqliteHotStatements } from "./sqlite-hot-statements.ts";

export const databaseFile = "portico.db";

export interface SqliteSettings {
  readonly silenceMs: number;
  readonly alerts: AlertRules;
  readonly onAlarm: (message: string) => void;
}

/** In this folder, or in memory without one. */
export async function openSqliteStore(
  folder: string | null,
  settings: SqliteSettings,
): Promise<Store> {
  if (folder === null) return await openInMemory(settings);
  const path = join(folder, databaseFile);
  makeDatabaseFile(path);
  try {
    return await openInFile(path, settings);
  } catch (error) {
    throw cannotOpen(path, error);
  }
}

async function openInFile(
  path: string,
  { silenceMs, alerts, onAlarm }: SqliteSettings,
): Promise<Store> {
  let guard: FileGuard | null = null;
  const files = { check: () => guard?.check(), look: () => guard?.look() };
  const { file, database } = await openMigrated(path, files.check);
  try {
    const hot = await openHotConnection(path, files, alerts);
    // After all connections have opened their files.
    guard = guardFiles({ path, database: file, onAlarm });
    return storeInFile({ database, file, path, silenceMs, alerts }, hot, guard);
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

async function openMigrated(path: string, mayUse: () => void) {
  const file = await openSqlite(path);
  const database = new Kysely<Tables>({ dialect: sqliteDialect(file, mayUse) });
  try {
    if (await migrate(database, "sqlite")) copyFirstBack(file);
    return { file, database };
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

interface Parts {
  readonly database: Kysely<Tables>;
  readonly file: DatabaseSync;
  readonly path: string;
  readonly silenceMs: number;
  readonly alerts: AlertRules;
}

function storeInFile(
  { database, file, path, silenceMs, alerts }: Parts,
  hot: HotConnection,
  guard: FileGuard,
): Store {
  const reader = createListReader(path, guard.check);
  const store = createStore({
    engine: "sqlite",
    database,
    lists: reader.lists,
    alerts,
    clock: createStoreClock("sqlite"),
    money: { database, hot, silenceMs },
    async ping() {
      guard.look();
      guard.check();
      refuseFullDisk(path);
      await hot.proveWrite();
    },
    backup: (actor, toPath) => backUp({ database, file }, actor, toPath),
    async close() {
      await guard.close();
      await reader.close();
      await hot.close();
      await database.destroy();
    },
  });
  return {
    ...store,
    async bootstrap(first) {
      const identity = await store.bootstrap(first);
      if (identity !== null) copyFirstBack(file);
      return identity;
    },
  };
}

async function openInMemory({ silenceMs, alerts }: SqliteSettings): Promise<Store> {
  const { file, database } = await openMigrated(":memory:", () => {});
  const hot = createSqliteHotStatements(file, alerts, aloneOn(database));
  const proveWrite = createWriteProof(file);
  return createStore({
    engine: "sqlite",
    database,
    alerts,
    clock: createStoreClock("sqlite"),
    money: { database, hot, silenceMs },
    ping: () => alone(database, proveWrite),
    backup: (actor, toPath) => backUp({ database, file }, actor, toPath),
    close: () => database.destroy(),
  });
}

async function backUp(
  { database, file }: Pick<Parts, "database" | "file">,
  actor: Actor,
  toPath: string,
): Promise<void> {
  await recordDeed(database, actor, {
    target: { type: "store", id: "backup" },
    workspaceId: null,
    after: { path: toPath },
  });
  await alone(database, () => copy(file, toPath));
}

/** So that a copy of `portico.db` alone contains the tables and the first keys. */
function copyFirstBack(file: DatabaseSync): void {
  try {
    copyBack(file);
  } catch {
    // The disk is full now: the content is safe in the log, and the idle check tries again.
  }
}

function alone<Result>(database: Kysely<Tables>, work: () => Result): Promise<Result> {
  return database.connection().execute(() => patiently(work));
}

/** Runs work while Kysely's connection is not in use otherwise. */
function aloneOn(database: Kysely<Tables>): Alone {
  return (work) => database.connection().execute(work);
}

/** A consistent copy, compact and without deleted data. An existing file is never overwritten. */
function copy(file: DatabaseSync, toPath: string): void {
  closeSync(openSync(toPath, "wx", 0o600));
  try {
    file.prepare("vacuum into ?").run(toPath);
  } catch (error) {
    rmSync(toPath);
    throw error;
  }
}
