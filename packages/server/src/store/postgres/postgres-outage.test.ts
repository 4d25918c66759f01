import { eventually } from "@portico/test-support/eventually";
import {
  type PostgresProxy,
  startPostgresProxy,
} from "@portico/test-support/postgres/postgres-proxy";
import {
  type TemporaryDatabase,
  temporaryDatabase,
} from "@portico/test-support/postgres/temporary-database";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { admitRequest, firstTenant, settlement, type Tenant } from "../../../test/store/records.ts";
import { openStore } from "../open-store.ts";
import { StoreUnavailable } from "../ports/errors.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";

const options = { connectTimeoutMs: 2_000, statementTimeoutMs: 300, maxConnections: 4 };

describe("PostgreSQL away", () => {
  let database: TemporaryDatabase;
  let proxy: PostgresProxy;
  let store: Store;
  let tenant: Tenant;
  let key: KeyRecord;
  /** A direct connection, past the proxy. */
  let direct: pg.Client;

  beforeEach(async () => {
    database = await temporaryDatabase();
    proxy = await startPostgresProxy(database.url);
    // A busy machine may be slow with the first connection.
    store = await openStore({ databaseUrl: proxy.url }, options);
    direct = new pg.Client(database.url);
    direct.on("error", () => {});
    await direct.connect();
    tenant = await firstTenant(store);
    key = await tenant.key({ limitNanousd: 1000 });
  });
  afterEach(async () => {
    await proxy.resume();
    await store.close();
    await direct.end();
    await proxy[Symbol.asyncDispose]();
    await database.drop();
  });

  const admit = () => store.money.admit([admitRequest(key)]);
  const everything = (): readonly Promise<unknown>[] => [
    admit(),
    store.money.settle([settlement(tenant, admitRequest(key))]),
    store.money.heartbeat("p"),
    store.keys.findByHash(key.hash),
    store.keys.update(actorIn(tenant.organisationId), key.hash, { name: "x" }),
    store.workspaces.list(tenant.organisationId, { offset: 0, limit: 1 }),
    store.ioLog.prune(0),
    store.ping(),
  ];
  const expectAllUnavailable = async () => {
    for (const result of await Promise.allSettled(everything()))
      expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) });
  };
  const untilBack = () =>
    eventually(async () => expect((await admit())[0]?.outcome).toBe("admitted"));

  it("the store rejects everything while the server is stopped, and recovers by itself", async () => {
    await proxy.stop();
    await expectAllUnavailable();
    await expectAllUnavailable();
    await proxy.resume();
    await untilBack();
    for (const result of await Promise.allSettled(everything()))
      expect(result.status).toBe("fulfilled");
  });

  it("the store does not wait for an answer that does not come, and leaves no partial change", async () => {
    const request = admitRequest(key);
    await store.money.admit([request]);
    proxy.stall();
    await expectAllUnavailable();
    await expect(store.money.settle([settlement(tenant, request)])).rejects.toThrow(
      StoreUnavailable,
    );
    await proxy.resume();
    await untilBack();
    await store.money.settle([settlement(tenant, request)]);
    expect(
      await store.activity.generation(tenant.organisationId, request.generationId),
    ).toMatchObject({
      chargedNanousd: 40,
    });
    // Holds whose answer was lost; a heartbeat cancels them by this list, also those that the database makes late.
    await eventually(async () => {
      for (const hold of await store.money.holdsOf("process-1")) await store.money.cancel([hold]);
      expect(await store.keys.get(tenant.organisationId, key.hash)).toMatchObject({
        heldNanousd: 0,
        usageNanousd: 40,
      });
    });
  });

  it("the store recovers from the end of all its connections, as in a fail-over", async () => {
    await Promise.all(everything());
    await direct.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
    );
    await untilBack();
    await store.ping();
  });

  it("the store refuses bookings while the database is read-only, and is not ready", async () => {
    const name = new URL(database.url).pathname.slice(1);
    const end =
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()";
    await direct.query(`alter database ${name} set default_transaction_read_only = on`);
    await direct.query(end);
    await eventually(() => expect(store.ping()).rejects.toThrow("read-only"));
    await expect(admit()).rejects.toThrow(StoreUnavailable);
    await direct.query("set default_transaction_read_only = off");
    await direct.query(`alter database ${name} set default_transaction_read_only = off`);
    await direct.query(end);
    await untilBack();
    await store.ping();
  });

  it("the store refuses bookings while its tables are gone, as during the restore of a dump", async () => {
    await direct.query("alter schema public rename to elsewhere; create schema public");
    await expectAllUnavailable();
    await direct.query("drop schema public; alter schema elsewhere rename to public");
    await untilBack();
    await store.ping();
  });

  it("the store is not ready while a table that requests need is locked, without waiting for the lock", async () => {
    for (const table of ["keys", "holds", "ledger", "key_balances", "workspaces"]) {
      await direct.query(`begin; lock table ${table} in access exclusive mode`);
      await expect(store.ping()).rejects.toThrow(StoreUnavailable);
      await direct.query("rollback");
      await eventually(() => store.ping());
    }
    const { rows } = await direct.query("select id from processes where id like 'write-proof%'");
    expect(rows).toEqual([]);
  });

  it("a row lock held by another client does not delay other requests", async () => {
    await direct.query("begin");
    await direct.query("select 1 from key_balances for update");
    await expect(admit()).rejects.toThrow(StoreUnavailable);
    // The connection that still waits is not used again.
    for (let times = 0; times < 6; times += 1) expect(await store.money.holdsOf("p")).toEqual([]);
    await direct.query("rollback");
    await untilBack();
  });

  it("requests do not wait behind lists that take all the other connections", async () => {
    await direct.query("begin");
    await direct.query("lock table workspaces in access exclusive mode");
    const blocked = Promise.allSettled(
      Array.from({ length: 10 }, () =>
        store.workspaces.list(tenant.organisationId, { offset: 0, limit: 1 }),
      ),
    );
    expect(await store.money.holdsOf("p")).toEqual([]);
    for (const result of await blocked)
      expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) });
    await direct.query("rollback");
  });

  it("the store never opens more connections than maxConnections", async () => {
    // Some calls time out, which this test does not check.
    await Promise.allSettled(Array.from({ length: 30 }, () => everything()).flat());
    const { rows } = await direct.query(
      "select count(*)::integer as count from pg_stat_activity where application_name = 'portico' and datname = current_database()",
    );
    expect(rows[0].count).toBeLessThanOrEqual(options.maxConnections);
  });

  it("opening the store while the server is away rejects with StoreUnavailable", async () => {
    await proxy.stop();
    await expect(openStore({ databaseUrl: proxy.url }, options)).rejects.toThrow(StoreUnavailable);
    const url = new URL(database.url);
    url.pathname = "/absent";
    await expect(openStore({ databaseUrl: url.href })).rejects.toThrow(StoreUnavailable);
  });
});
