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
import { SpreadAdapter } from "../placement.ts";
import type { Connection, Connections } from "./connections.ts";

/** Kysely over these connections. No setting is kept in a session, so that a pooler may share them between transactions. */
export function postgresDialect(connections: Connections, isSpread = false): Dialect {
  return {
    createDriver: () => createDriver(connections),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => (isSpread ? new SpreadAdapter() : new PostgresAdapter()),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  };
}

class QueriedConnection implements DatabaseConnection {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.connection.query(query.sql, query.parameters);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: nothing here is read in pieces.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("PostgreSQL's rows are read at once.");
  }
}

function createDriver(connections: Connections): Driver {
  const below = (queried: DatabaseConnection): Connection => {
    if (queried instanceof QueriedConnection) return queried.connection;
    throw new Error("The connection belongs to another driver.");
  };
  const command = (text: string) => async (queried: DatabaseConnection) => {
    await below(queried).query(text, []);
  };
  return {
    init: async () => {},
    acquireConnection: async () => new QueriedConnection(await connections.acquire()),
    beginTransaction: command("begin"),
    commitTransaction: command("commit"),
    rollbackTransaction: (queried) => below(queried).rollback(),
    releaseConnection: async (queried) => connections.release(below(queried)),
    destroy: () => connections.close(),
  };
}
