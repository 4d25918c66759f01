import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { isBusy, toSqliteFailure } from "./sqlite-failure.ts";

/** How long a statement waits, without blocking, for another process to finish writing. */
const busyPatienceMs = 5000;
/** SQLite itself must not wait: that would block the whole process. */
const busyTimeoutMs = 0;
/** A thread copies the log back (checkpointer.ts); this connection does so only if that has failed. */
const autoCheckpointPages = 20_000;
/** More than the program has statements; the filters of a list make a few variants of each. */
const maxStatements = 200;

/** ":memory:" creates a database that ends with its connection. */
export async function openSqlite(path: string): Promise<DatabaseSync> {
  const database = await patiently(() => new DatabaseSync(path, { timeout: busyTimeoutMs }));
  try {
    await patiently(() => database.exec("pragma journal_mode = wal"));
    // FULL: commits survive a power cut, not only a crash. Secure: deleted data are overwritten.
    database.exec(`pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on;
      pragma wal_autocheckpoint = ${autoCheckpointPages}`);
    return database;
  } catch (error) {
    // Also removes the files beside the database.
    database.close();
    throw error;
  }
}

/**
 * Kysely over `node:sqlite`. It has one connection for one user at a time: reads wait for transactions. Every
 * statement and every commit calls `mayUse` first, which throws once the files are lost.
 */
export function sqliteDialect(
  database: DatabaseSync,
  mayUse: () => void,
  // Immediate: a transaction that begins with a read cannot become a write after another connection's write.
  begin = "begin immediate",
): Dialect {
  return {
    createDriver: () => createDriver(database, mayUse, begin),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

function createDriver(database: DatabaseSync, mayUse: () => void, begin: string): Driver {
  const connection = createConnection(database, mayUse);
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: () => patiently(() => database.exec(begin)),
    async commitTransaction() {
      mayUse();
      await patiently(() => database.exec("commit"));
    },
    async rollbackTransaction() {
      // After an error of the disk SQLite has already rolled back.
      if (database.isTransaction) database.exec("rollback");
    },
    releaseConnection: async () => {},
    destroy: async () => database.close(),
  };
}

function createConnection(database: DatabaseSync, mayUse: () => void): DatabaseConnection {
  const statementFor = createStatementCache(database);
  return {
    async executeQuery<Row>(query: CompiledQuery) {
      mayUse();
      return await patiently(() => run<Row>(statementFor(query.sql), query.parameters));
    },
    // biome-ignore lint/correctness/useYield: nothing here is read in pieces.
    async *streamQuery() {
      throw new Error("SQLite's rows are read at once.");
    },
  };
}

function run<Row>(statement: StatementSync, parameters: readonly unknown[]): QueryResult<Row> {
  const values = parameters.map(toSqlite);
  if (statement.columns().length > 0) {
    // The rows have the shape that the query builder has computed.
    const rows: unknown[] = statement.all(...values);
    return { rows: rows as Row[] };
  }
  const { changes } = statement.run(...values);
  return { numAffectedRows: BigInt(changes), rows: [] };
}

function toSqlite(value: unknown): string | number | bigint | null | Uint8Array {
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint")
    return value;
  if (value === null || value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite has no ${typeof value} values.`);
}

function createStatementCache(database: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= maxStatements) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}

/** Sleeps and tries again while another process is writing; then throws StoreUnavailable. */
export async function patiently<Result>(attempt: () => Result): Promise<Result> {
  const untilMs = performance.now() + busyPatienceMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 50))
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > untilMs) throw toSqliteFailure(error);
      await sleep(pauseMs * (0.5 + Math.random()));
    }
}
