import type pg from "pg";
import { StoreBusy, StoreUnavailable } from "../ports/errors.ts";
import type { DatabaseHost, DatabaseHosts } from "./database-hosts.ts";
import { HostPools } from "./host-pools.ts";
import { type Call, runPipeline, type TextRow, textList, toPlaced } from "./pipeline.ts";
import { createPlaces } from "./places.ts";
import { isNameUnknown, toPostgresFailure } from "./postgres-failure.ts";

export interface PostgresSettings {
  readonly hosts: DatabaseHosts;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  /** Limit for waiting until one of the connections is free. */
  readonly queueTimeoutMs: number;
  readonly statementTimeoutMs: number;
}

/** A pool of connections, with this store's failures and time limits. */
export interface Connections {
  acquire(): Promise<Connection>;
  release(connection: Connection): void;
  close(): Promise<void>;
  /** Closes, and ends what is under way. */
  abort(): Promise<void>;
}

export function createConnections(settings: PostgresSettings): Connections {
  const { hosts } = settings;
  const places = createPlaces(settings.maxConnections, settings.queueTimeoutMs);
  const names: StatementNames = { areKept: true, byClient: new WeakMap() };
  const acquired = new Map<Connection, DatabaseHost>();
  const pools = new HostPools(settings);
  const close = () => pools.close();
  return {
    async acquire() {
      await places.take();
      const { client, host } = await pools.connect().catch((error: unknown) => {
        places.give();
        places.refuseAll(error);
        throw error;
      });
      const { statementTimeoutMs: timeoutMs } = settings;
      const isOnWorker = host.isWorker === true;
      const connection = new Connection(client, { timeoutMs, isOnWorker }, names);
      acquired.set(connection, host);
      return connection;
    },
    release(connection) {
      const host = acquired.get(connection);
      if (connection.isBroken && host !== undefined) hosts.passOver(host);
      acquired.delete(connection);
      connection.release();
      places.give();
    },
    close,
    async abort() {
      for (const connection of acquired.keys()) connection.abort();
      await close();
    },
  };
}

/** The names of statements that each connection knows. */
interface StatementNames {
  /** False behind a pooler that lends a connection for a transaction and knows no names. */
  areKept: boolean;
  readonly byClient: WeakMap<pg.PoolClient, Set<string>>;
}

interface ConnectionSettings {
  readonly timeoutMs: number;
  readonly isOnWorker: boolean;
}

export class Connection {
  /** Of Citus: small tables are not there. */
  readonly isOnWorker: boolean;
  readonly #client: pg.PoolClient;
  readonly #timeoutMs: number;
  readonly #names: StatementNames;
  /** A connection whose answer did not come may still be busy, so it is not used again. */
  #isBroken = false;
  /** Null where tables are not spread over nodes. */
  #workspaces: string | null = null;

  constructor(
    client: pg.PoolClient,
    { timeoutMs, isOnWorker }: ConnectionSettings,
    names: StatementNames,
  ) {
    this.isOnWorker = isOnWorker;
    this.#client = client;
    this.#timeoutMs = timeoutMs;
    this.#names = names;
    client.on("error", this.#break);
  }

  readonly #break = () => {
    this.#isBroken = true;
  };

  get isBroken(): boolean {
    return this.#isBroken;
  }

  query(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    return this.#ask(() => this.#client.query(text, [...parameters]));
  }

  /** From now on all that is sent together is about these workspaces, which one node has. */
  stayWith(workspaces: Iterable<string>): void {
    this.#workspaces = textList(workspaces);
  }

  /** Sends statements together. The answer has the rows of each. */
  async pipeline(asked: readonly Call[]): Promise<readonly TextRow[][]> {
    const workspaces = this.#workspaces;
    const calls = workspaces === null ? asked : asked.map((call) => toPlaced(call, workspaces));
    const parsed = this.#names.areKept ? this.#parsed() : null;
    return await this.#ask(() => runPipeline(this.#client, calls, parsed)).catch(
      (error: unknown) => {
        if (!isNameUnknown(error)) throw error;
        // Nothing was done, and it is tried again without names.
        this.#names.areKept = false;
        throw new StoreBusy("A pooler of connections does not know names of statements.", {
          cause: error,
          isConflict: true,
        });
      },
    );
  }

  #parsed(): Set<string> {
    const parsed = this.#names.byClient.get(this.#client) ?? new Set();
    this.#names.byClient.set(this.#client, parsed);
    return parsed;
  }

  async #ask<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    if (this.#isBroken) throw new StoreUnavailable("The connection to PostgreSQL has broken off.");
    try {
      return await this.#inTime(send());
    } catch (error) {
      const failure = toPostgresFailure(error);
      if (failure instanceof StoreUnavailable && !(failure instanceof StoreBusy)) this.#break();
      throw failure;
    }
  }

  /** A time limit in this process: a pooler refuses the server's setting at connect, and would share it afterwards. */
  async #inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
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

  /** Without an answer the connection is closed, which rolls back too. */
  async rollback(): Promise<void> {
    if (!this.#isBroken) await this.query("rollback", []).catch(this.#break);
  }

  /** The statement that is under way fails, although the server may go on with it. */
  abort(): void {
    this.#break();
    this.#client.end().catch(() => {});
  }

  release(): void {
    this.#client.off("error", this.#break);
    this.#client.release(this.#isBroken);
  }
}
