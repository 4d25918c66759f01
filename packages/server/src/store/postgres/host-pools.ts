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

export interface HostFound extends Role {
  readonly host: DatabaseHost;
  /** Null: it answers. */
  readonly problem: string | null;
}

/** Asks a host by itself. */
export async function lookAtHost(host: DatabaseHost, connectTimeoutMs: number): Promise<HostFound> {
  const alone = new DatabaseHosts([host]);
  const pools = new HostPools({ hosts: alone, maxConnections: 1, connectTimeoutMs });
  try {
    const { client } = await pools.connect();
    try {
      return { host, ...(await roleOf(client, connectTimeoutMs)), problem: null };
    } finally {
      client.release();
    }
  } catch (error) {
    return { host, isStandby: false, node: null, problem: String(error) };
  } finally {
    await pools.close();
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
        refuseOthers(client, settings).then(() => done(), done);
      },
    }),
  });
  // An idle connection that ends is replaced when the next one is needed.
  pool.on("error", () => {});
  return pool;
}

async function refuseOthers(
  client: pg.ClientBase,
  { hosts, connectTimeoutMs }: PoolSettings,
): Promise<void> {
  const { isStandby, node } = await roleOf(client, connectTimeoutMs);
  if (isStandby) throw new StoreUnavailable("It is a standby, which takes no writes.");
  if (node !== null && node.group !== 0 && !hosts.mayBeWorker)
    throw new StoreUnavailable("It is a worker of Citus, which has no small tables.");
}

interface Role {
  readonly isStandby: boolean;
  /** Null for a database without Citus. */
  readonly node: CitusNode | null;
}

interface CitusNode {
  /** Zero for the coordinator. */
  readonly group: number;
  /** With its port, as the nodes know it; null if they do not. */
  readonly coordinator: string | null;
}

async function roleOf(client: pg.ClientBase, timeoutMs: number): Promise<Role> {
  const ask = async (text: string) => {
    const asked = { text, query_timeout: timeoutMs };
    return (await client.query(asked)).rows[0];
  };
  const { isStandby, hasCitus } = await ask(`select pg_is_in_recovery() as "isStandby",
    to_regclass('pg_catalog.pg_dist_local_group') is not null as "hasCitus"`);
  if (hasCitus !== true) return { isStandby, node: null };
  const node = await ask(`select groupid as group, (select nodename || ':' || nodeport
      from pg_catalog.pg_dist_node where groupid = 0 and noderole = 'primary') as coordinator
    from pg_catalog.pg_dist_local_group`);
  return { isStandby, node };
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
