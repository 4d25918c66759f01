import { randomUUID } from "node:crypto";
import { Kysely, sql } from "kysely";
import { createStore } from "../create-store.ts";
import { createStoreClock, databaseNow, type StoreClock } from "../database-clock.ts";
import { migrate } from "../migrate.ts";
import type { HotStatements } from "../money/hot-statements.ts";
import { createLists } from "../money/lists.ts";
import type { Actor } from "../ports/actor.ts";
import type { AlertRules } from "../ports/alerts.ts";
import { StoreUnavailable } from "../ports/errors.ts";
import type { Database, Tables } from "../schema.ts";
import type { Store } from "../store.ts";
import { type Connections, createConnections, type PostgresSettings } from "./connections.ts";
import { DatabaseHosts } from "./database-hosts.ts";
import { createUpgradeStore } from "./long-work.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { createPostgresHotStatements } from "./postgres-hot-statements.ts";
import { createSpreadStore } from "./spread/distribute.ts";
import { createNodeConnections, findNodes, type NodeConnections } from "./spread/nodes.ts";
import { batchesAtOnce, byShards, type HowSpread, howSpread, refusing } from "./spread/shards.ts";
import { createStandbyLists } from "./standby-lists.ts";

export interface OpenSettings extends Omit<PostgresSettings, "hosts"> {
  readonly silenceMs: number;
  readonly alerts: AlertRules;
  readonly onWarning: (message: string) => void;
  readonly nowMs?: () => number;
}

/** For one batch of admissions and one of settlements at the same time. */
const hotConnections = 2;
/** And for a heartbeat, or a hold that is given back. */
const moneyConnections = hotConnections + 1;
/** Waiting for another process that migrates is a statement of its own. */
const migrationTimeoutMs = 10 * 60_000;
/** Building an index over years of rows is one statement. */
const longWorkTimeoutMs = 24 * 60 * 60_000;

export async function openPostgresStore(
  { databaseUrl, readUrl }: { readonly databaseUrl: string; readonly readUrl?: string | null },
  settings: OpenSettings,
): Promise<Store> {
  const nodes = await findNodes(databaseUrl, settings);
  const hosts = nodes.main;
  await migrateOnce({
    ...settings,
    hosts,
    maxConnections: 1,
    statementTimeoutMs: migrationTimeoutMs,
  });
  const forMoney = Math.max(1, Math.min(moneyConnections, settings.maxConnections - 1));
  const connect = (maxConnections: number, to = hosts) =>
    createConnections({ ...settings, hosts: to, maxConnections });
  // Opened where there is work.
  const patient = createConnections({
    ...settings,
    hosts,
    maxConnections: 2,
    statementTimeoutMs: longWorkTimeoutMs,
  });
  // Pools of their own, so that an admission never waits behind a list that takes seconds, or behind many holds that are
  // given back one by one.
  const isSplit = forMoney === moneyConnections;
  const forBookings = connect(isSplit ? forMoney - hotConnections : forMoney);
  const spread = await howSpread(queryBy(forBookings));
  const isSpread = spread === "wholly";
  const money = queryBy(forBookings, isSpread);
  const hot = isSplit ? connect(isSpread ? batchesAtOnce : hotConnections) : forBookings;
  const toNodes = createNodeConnections(nodes, settings, hot, (to) => connect(batchesAtOnce, to));
  const forRest = Math.max(1, settings.maxConnections - forMoney);
  const database = queryBy(connect(forRest), isSpread);
  const readHosts =
    typeof readUrl === "string"
      ? new DatabaseHosts(readUrl, { ...settings, mayBeStandby: true })
      : null;
  const standby = readHosts && queryBy(connect(forRest, readHosts), isSpread);
  const clock = createStoreClock("postgres", settings.nowMs);
  await readClock(money, clock);
  return createStore({
    engine: "postgres",
    database,
    ...(standby !== null && {
      lists: createStandbyLists(standby, createLists(database, "postgres"), {
        nowMs: clock.nowMs,
        onWarning: settings.onWarning,
      }),
    }),
    alerts: settings.alerts,
    clock,
    money: {
      database: money,
      hot: await statementsOf({ hot, toNodes, rare: forBookings }, settings.alerts, {
        spread,
        money,
      }),
      silenceMs: settings.silenceMs,
    },
    upgrade: createUpgradeStore(database, queryBy(patient)),
    spreading: createSpreadStore(database, spread),
    ping: () => proveWrite(money, isSpread),
    backup: refuseBackup,
    async close() {
      await patient.abort();
      if (isSplit) await hot.close();
      await toNodes.close();
      await Promise.all([money.destroy(), database.destroy(), standby?.destroy()]);
    },
  });
}

interface HotConnections {
  readonly hot: Connections;
  readonly toNodes: NodeConnections;
  readonly rare: Connections;
}

async function statementsOf(
  { hot, toNodes, rare }: HotConnections,
  alerts: AlertRules,
  { spread, money }: { readonly spread: HowSpread; readonly money: Database },
): Promise<HotStatements> {
  if (spread === "partly") return refusing();
  if (spread === "not") return createPostgresHotStatements({ hot, rare }, alerts);
  const statements = new Map<Connections, HotStatements>();
  return await byShards((placeOf) => {
    const by = (to: Connections) => {
      const made =
        statements.get(to) ??
        createPostgresHotStatements({ hot: to, rare }, alerts, { placeOf, toAll: hot });
      statements.set(to, made);
      return made;
    };
    return { main: by(hot), of: (group) => by(toNodes.of(group)) };
  }, money);
}

function queryBy(connections: Connections, isSpread = false): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: postgresDialect(connections, isSpread) });
}

/** Before the first request; afterwards each heartbeat does it. */
async function readClock(database: Kysely<Tables>, clock: StoreClock): Promise<void> {
  const askedAtMs = performance.now();
  const { rows } = await sql<{ now: number }>`select ${databaseNow("postgres")} as now`.execute(
    database,
  );
  if (rows[0] !== undefined) clock.set(rows[0].now, askedAtMs);
}

async function migrateOnce(settings: PostgresSettings): Promise<void> {
  const database = queryBy(createConnections(settings));
  try {
    await migrate(database, "postgres");
  } catch (error) {
    throw withoutRights(error) ?? error;
  } finally {
    await database.destroy();
  }
}

/** PostgreSQL's code for a missing right. Since version 15 only a database's owner may make tables in it. */
const noRight = "42501";

function withoutRights(error: unknown): StoreUnavailable | null {
  const isMissing = error instanceof Error && "code" in error && error.code === noRight;
  if (!isMissing) return null;
  return new StoreUnavailable(
    `The role in DATABASE_URL may not bring the tables up to date: ${error.message}. Make it the owner of the database (alter database … owner to …), or grant it create on the schema.`,
    { cause: error },
  );
}

/** pg_dump knows each PostgreSQL version, and does not need a running gateway. */
async function refuseBackup(_: Actor, toPath: string): Promise<void> {
  throw new Error(
    `PostgreSQL is backed up with its own tool: pg_dump --format=custom --file=${JSON.stringify(toPath)} "$DATABASE_URL"`,
  );
}

/** Shorter than the time-out of readiness, so that the connection is free again by then. */
const lockTimeoutMs = 1500;

/**
 * Adds a row, removes it and commits, with the locks that requests take: it fails if a table is locked against them,
 * on a standby and on a full disk. It does not delay requests, because such locks do not exclude each other.
 */
export async function proveWrite(database: Database, isSpread: boolean): Promise<void> {
  const id = `write-proof-${randomUUID()}`;
  await database.transaction().execute(async (tx) => {
    await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(tx);
    // Requests of other nodes' workspaces go on while one of them is away.
    if (!isSpread)
      await sql`lock table keys, workspaces, key_balances, holds, ledger, activity_days, processes
      in row exclusive mode`.execute(tx);
    await tx.insertInto("processes").values({ id, beats: 0, started_at_ms: 0 }).execute();
    await tx.deleteFrom("processes").where("id", "=", id).execute();
  });
}
