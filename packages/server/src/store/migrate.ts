import { sql } from "kysely";
import { migrations } from "./migrations/index.ts";
import { StoreTooNew } from "./ports/errors.ts";
import { installFunctions } from "./postgres/install-functions.ts";
import type { Database, Tx } from "./schema.ts";
import type { Store } from "./store.ts";

/** A number that no other program on the same server is likely to lock: "portico" on a telephone keypad. */
const lockNumber = 7_678_426;

/**
 * Brings the tables and functions to this program's version, in one transaction that only one process runs at a time:
 * SQLite's transactions are exclusive here, PostgreSQL has a lock that ends with the transaction. Returns false if the
 * database was up to date.
 */
export function migrate(database: Database, engine: Store["engine"]): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    if (engine === "postgres") await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(tx);
    const found = await versionOf(tx, engine);
    if (found > migrations.length)
      throw new StoreTooNew(
        `The database is at version ${found}, and this program knows versions up to ${migrations.length}: start a newer program, or restore a backup from before the upgrade.`,
      );
    for (const [index, migration] of migrations.entries()) {
      if (index < found) continue;
      await migration.up(tx, engine);
      await sql`insert into portico_migrations (version, name, applied_at_ms)
        values (${index + 1}, ${migration.name}, ${Date.now()})`.execute(tx);
    }
    if (engine === "postgres") await installFunctions(tx);
    return found < migrations.length;
  });
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
