import pg from "pg";
import { StoreUnavailable } from "../ports/errors.ts";
import { type DatabaseHost, DatabaseHosts } from "./database-hosts.ts";
import { explainTlsFailure, requiredTls } from "./database-tls.ts";
import { toPostgresFailure } from "./postgres-failure.ts";

interface PoolSettings {
  readonly hosts: DatabaseHosts;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
}

interface HostClient {
  readonly client: pg.PoolClient;
  readonly host: DatabaseHost;
}

/** A pool for each host. A connection comes from the first host that can be used. */
export class HostPools {
  readonly #settings: PoolSettings;
  readonly #pools = new Map<DatabaseHost, HostPool>();

  constructor(settings: PoolSettings) {
    this.#settings = settings;
  }

  async connect(): Promise<HostClient> {
    const { hosts } = this.#settings;
    const failures: string[] = [];
    for (const host of hosts.inTurn())
      try {
        const client = await this.#poolOf(host).connect();
        hosts.use(host, failures);
        return { client, host };
      } catch (error) {
        if (hosts.all.length === 1) throw error;
        hosts.passOver(host);
        failures.push(`${host.name}: ${error instanceof Error ? error.message : error}`);
      }
    throw new StoreUnavailable(`No host of the database can be used. ${failures.join(" ")}`);
  }

  #poolOf(host: DatabaseHost): HostPool {
    const pool = this.#pools.get(host) ?? new HostPool(host, this.#settings);
    this.#pools.set(host, pool);
    return pool;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }
}

class HostPool {
  readonly #host: DatabaseHost;
  readonly #settings: PoolSettings;
  #opening: Promise<pg.Pool> | null = null;

  constructor(host: DatabaseHost, settings: PoolSettings) {
    this.#host = host;
    this.#settings = settings;
  }

  async connect(): Promise<pg.PoolClient> {
    const { url } = this.#host;
    this.#opening ??= requiredTls(url).then((tls) => createPool(url, this.#settings, tls));
    const pool = await this.#opening;
    try {
      return await pool.connect();
    } catch (error) {
      // Its name may have another address next time, which needs TLS or does not.
      if (pool.totalCount === 0) this.#opening = null;
      throw toPostgresFailure(pool.options.ssl === undefined ? error : explainTlsFailure(error));
    }
  }

  async close(): Promise<void> {
    await (await this.#opening)?.end();
  }
}

interface HostFound {
  readonly name: string;
  readonly isStandby: boolean;
  /** Null: it answers. */
  readonly problem: string | null;
}

/** Asks each host of a list by itself; a single one shows what it can when the store is opened. */
export async function lookAtHosts(
  databaseUrl: string,
  connectTimeoutMs: number,
): Promise<readonly HostFound[]> {
  const { all } = new DatabaseHosts(databaseUrl);
  return all.length === 1 ? [] : await Promise.all(all.map(look));

  async function look({ name, url }: DatabaseHost): Promise<HostFound> {
    const alone = new DatabaseHosts(url);
    const pools = new HostPools({ hosts: alone, maxConnections: 1, connectTimeoutMs });
    try {
      const { client } = await pools.connect();
      const isStandby = await isInRecovery(client, connectTimeoutMs);
      client.release();
      return { name, isStandby, problem: null };
    } catch (error) {
      return { name, isStandby: false, problem: String(error) };
    } finally {
      await pools.close();
    }
  }
}

type Tls = Awaited<ReturnType<typeof requiredTls>>;

function createPool(url: string, settings: PoolSettings, tls: Tls): pg.Pool {
  const { hosts, maxConnections, connectTimeoutMs } = settings;
  const pool = new pg.Pool({
    connectionString: url,
    ...(tls !== undefined && { ssl: tls }),
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "portico",
    types,
    ...(hosts.mustTakeWrites && {
      verify: (client: pg.PoolClient, done: (error?: Error) => void) => {
        refuseStandby(client, connectTimeoutMs).then(() => done(), done);
      },
    }),
  });
  // An idle connection that ends is replaced when the next one is needed.
  pool.on("error", () => {});
  return pool;
}

async function refuseStandby(client: pg.ClientBase, timeoutMs: number): Promise<void> {
  if (await isInRecovery(client, timeoutMs))
    throw new StoreUnavailable("It is a standby, which takes no writes.");
}

async function isInRecovery(client: pg.ClientBase, timeoutMs: number): Promise<boolean> {
  const asked = { text: "select pg_is_in_recovery() as answer", query_timeout: timeoutMs };
  const { rows } = await client.query(asked);
  return rows[0]?.answer === true;
}

const bigintOid = 20;
const numericOid = 1700;

/** Sums of integers come as `numeric`. A sum that a double cannot hold exactly is refused. */
export function toSafeInteger(text: string): number {
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
