import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import pg from "pg";
import { StoreBusy, StoreUnavailable } from "../ports/errors.ts";
import { explainTlsFailure, requiredTls } from "./database-tls.ts";
import { createPlaces } from "./places.ts";
import { toPostgresFailure } from "./postgres-failure.ts";

export interface PostgresSettings {
  readonly databaseUrl: string;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  /** Limit for waiting until one of the connections is free. */
  readonly queueTimeoutMs: number;
  readonly statementTimeoutMs: number;
}

const bigintOid = 20;
const numericOid = 1700;

/** Sums of integers come as `numeric`. A sum that a double cannot hold exactly is refused. */
function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe whole number.`);
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === bigintOid || oid === numericOid) return toSafeInteger;
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * Kysely over node-postgres, with this store's failures and time limits. No state is kept in a session (no settings, no
 * named statements), so that a pooler may share connections between transactions.
 */
export function postgresDialect(settings: PostgresSettings): Dialect {
  return {
    createDriver: () => createDriver(settings),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  };
}

function createDriver(settings: PostgresSettings): Driver {
  let pool: pg.Pool | undefined;
  const places = createPlaces(settings.maxConnections, settings.queueTimeoutMs);
  const clients = new Map<DatabaseConnection, Connection>();
  const command = (text: string) => async (connection: DatabaseConnection) => {
    await clients.get(connection)?.query(text, []);
  };
  return {
    async init() {
      pool = createPool(settings, await requiredTls(settings.databaseUrl));
    },
    async acquireConnection() {
      if (pool === undefined) throw new Error("The pool of connections was not made.");
      await places.take();
      const client = await connect(pool).catch((error: unknown) => {
        places.give();
        places.refuseAll(error);
        throw error;
      });
      const connection = new Connection(client, settings.statementTimeoutMs);
      clients.set(connection, connection);
      return connection;
    },
    beginTransaction: command("begin"),
    commitTransaction: command("commit"),
    async rollbackTransaction(connection) {
      // Without an answer the connection is closed, which rolls back too.
      await clients.get(connection)?.rollback();
    },
    async releaseConnection(connection) {
      clients.get(connection)?.release();
      if (clients.delete(connection)) places.give();
    },
    destroy: async () => pool?.end(),
  };
}

type Tls = Awaited<ReturnType<typeof requiredTls>>;

function createPool(settings: PostgresSettings, tls: Tls): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    ...(tls !== undefined && { ssl: tls }),
    max: settings.maxConnections,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "portico",
    types,
  });
  // An idle connection that ends is replaced when the next one is needed.
  pool.on("error", () => {});
  return pool;
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw toPostgresFailure(pool.options.ssl === undefined ? error : explainTlsFailure(error));
  }
}

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #timeoutMs: number;
  /** A connection whose answer did not come may still be busy, so it is not used again. */
  #isBroken = false;

  constructor(client: pg.PoolClient, timeoutMs: number) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
    client.on("error", this.#break);
  }

  readonly #break = () => {
    this.#isBroken = true;
  };

  async query(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#isBroken) throw new StoreUnavailable("The connection to PostgreSQL has broken off.");
    try {
      return await this.#inTime(this.#client.query(text, [...parameters]));
    } catch (error) {
      const failure = toPostgresFailure(error);
      if (failure instanceof StoreUnavailable && !(failure instanceof StoreBusy)) this.#break();
      throw failure;
    }
  }

  /** A time limit in this process: a pooler refuses the server's setting at connect, and would share it afterwards. */
  async #inTime<Result>(answer: Promise<Result>): Promise<Result> {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#break();
      reject(new StoreBusy(`PostgreSQL did not answer within ${this.#timeoutMs} ms.`));
    }, this.#timeoutMs);
    try {
      return await Promise.race([answer, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.query(query.sql, query.parameters);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: nothing here is read in pieces.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("PostgreSQL's rows are read at once.");
  }

  async rollback(): Promise<void> {
    if (!this.#isBroken) await this.query("rollback", []).catch(this.#break);
  }

  release(): void {
    this.#client.off("error", this.#break);
    this.#client.release(this.#isBroken);
  }
}
