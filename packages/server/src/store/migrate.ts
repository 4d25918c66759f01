import { sql } from "kysely";
import { firstVersion, migrations, newestVersion } from "./migrations/index.ts";
import { StoreTooNew, StoreTooOld } from "./ports/errors.ts";
import { patiently, waitBriefly } from "./postgres/short-locks.ts";
import type { Database, Tx } from "./schema.ts";
import type { Store } from "./store.ts";

/** A number that no other program on the same server is likely to lock: "portico" on a telephone keypad. */
const lockNumber = 7_678_426;

/**
 * Brings the tables to this program's version. A migration is one transaction that only one process runs at a time, and
 * so are all of an empty store: SQLite's transactions are exclusive here, PostgreSQL has a lock that ends with the
 * transaction. Returns false if the database was up to date.
 */
export async function migrate(database: Database, engine: Store["engine"]): Promise<boolean> {
  for (let hasChanged = false; ; hasChanged = true) {
    const version = await patiently(() =>
      database.transaction().execute((tx) => migrateNext(tx, engine)),
    );
    if (version === null) return hasChanged;
  }
}

/** Null if the database is up to date. */
async function migrateNext(tx: Tx, engine: Store["engine"]): Promise<number | null> {
  if (engine === "postgres") {
    await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(tx);
    await waitBriefly(tx);
  }
  const found = await versionOf(tx, engine);
  refuseOtherVersions(found);
  if (found === newestVersion) return null;
  const reached = found === 0 ? newestVersion : found + 1;
  for (let version = Math.max(found + 1, firstVersion); version <= reached; version += 1) {
    const migration = migrations[version - firstVersion];
    if (migration === undefined) throw new Error(`There is no migration ${version}.`);
    await migration.up(tx, engine);
    await sql`insert into portico_migrations (version, name, applied_at_ms)
      values (${version}, ${migration.name}, ${Date.now()})`.execute(tx);
  }
  return reached;
}
/** An empty store has version 0. */
function refuseOtherVersions(found: number): void {
  if (found > newestVersion)
    throw new StoreTooNew(
      `The database is at version ${found}, and this program knows versions up to ${newestVersion}: start a newer program, or restore a backup from before the upgrade.`,
    );
  if (found > 0 && found < firstVersion)
    throw new StoreTooOld(
      `The database is at version ${found}. Start Portico 0.9 on it once (tag \`v0.9.0\`), then this one.`,
    );
}

async function versionOf(tx: Tx, engine: Store["engine"]): Promise<number> {
  await createHistory(tx, engine);
  const history = await sql<{ version: number }>`
    select coalesce(max(version), 0) as version from portico_migrations`.execute(tx);
  return history.rows[0]?.version ?? 0;
}

/** Checks first: "if not exists" needs the right to create tables, which an operator may have withdrawn. */
async function createHistory(tx: Tx, engine: Store["engine"]): Promise<void> {
  const found =
    engine === "postgres"
      ? await sql`select 1 from pg_catalog.pg_class
          where oid = to_regclass('portico_migrations')`.execute(tx)
      : await sql`select 1 from sqlite_master where name = 'portico_migrations'`.execute(tx);
  if (found.rows.length > 0) return;
  await sql`create table portico_migrations
    (version integer primary key not null, name text not null, applied_at_ms bigint not null)`.execute(
    tx,
  );
}
