import { Kysely } from "kysely";
import { createStore } from "../create-store.ts";
import { migrate } from "../migrate.ts";
import type { Actor } from "../ports/actor.ts";
import type { AlertRules } from "../ports/alert-rules.ts";
import { StoreUnavailable } from "../ports/errors.ts";
import type { Tables } from "../schema.ts";
import type { Store } from "../store.ts";
import { type PostgresSettings, postgresDialect } from "./postgres-dialect.ts";
import { createPostgresHotStatements } from "./postgres-hot-statements.ts";
import { proveWrite } from "./prove-write.ts";

export interface OpenSettings extends Omit<PostgresSettings, "databaseUrl"> {
  readonly silenceMs: number;
  readonly alerts: AlertRules;
}

/** For one batch of admissions, one of settlements and a heartbeat at the same time. */
const moneyConnections = 3;
/** Building an index over years of rows takes long, and so does waiting for another process that builds it. */
const migrationTimeoutMs = 10 * 60_000;

export async function openPostgresStore(
  databaseUrl: string,
  settings: OpenSettings,
): Promise<Store> {
  await migrateOnce({
    ...settings,
    databaseUrl,
    maxConnections: 1,
    statementTimeoutMs: migrationTimeoutMs,
  });
  const forMoney = Math.max(1, Math.min(moneyConnections, settings.maxConnections - 1));
  const open = (maxConnections: number) =>
    new Kysely<Tables>({ dialect: postgresDialect({ ...settings, databaseUrl, maxConnections }) });
  // Two pools, so that an admission never waits behind a list that takes seconds.
  const money = open(forMoney);
  const database = open(Math.max(1, settings.maxConnections - forMoney));
  return createStore({
    engine: "postgres",
    database,
    alerts: settings.alerts,
    money: {
      database: money,
      hot: createPostgresHotStatements(money, settings.alerts),
      silenceMs: settings.silenceMs,
    },
    ping: () => proveWrite(money),
    backup: refuseBackup,
    async close() {
      await Promise.all([money.destroy(), database.destroy()]);
    },
  });
}

async function migrateOnce(settings: PostgresSettings): Promise<void> {
  const database = new Kysely<Tables>({ dialect: postgresDialect(settings) });
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
