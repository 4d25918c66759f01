import { eventually } from "@portico/test-support/eventually";
import {
  type PostgresProxy,
  startPostgresProxy,
} from "@portico/test-support/postgres/postgres-proxy";
import { type RunningPostgres, startPostgres } from "@portico/test-support/postgres/start-postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { admitRequest, firstTenant, settlement, type Tenant } from "../../../test/store/records.ts";
import { openStore } from "../open-store.ts";
import { StoreBusy } from "../ports/errors.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";

let postgres: RunningPostgres;
let proxy: PostgresProxy;
let store: Store;
let tenant: Tenant;
let key: KeyRecord;
/** Past the proxy. */
let standby: pg.Client;
const warnings: string[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  const readUrl = `${await postgres.follow()}/postgres`;
  proxy = await startPostgresProxy(readUrl);
  standby = new pg.Client(readUrl);
  standby.on("error", () => {});
  await standby.connect();
  store = await openStore(
    { databaseUrl: `${postgres.url}/postgres`, readUrl: proxy.url },
    { onWarning: (message) => warnings.push(message), statementTimeoutMs: 2000 },
  );
  tenant = await firstTenant(store);
  key = await tenant.key({});
  // Before that it lacks the tables, and lists would be read from the primary for a while.
  await eventually(async () =>
    expect((await standby.query("select 1 from keys where id = $1", [key.id])).rowCount).toBe(1),
  );
});
afterAll(async () => {
  await proxy.resume();
  await store.close();
  await standby.end();
  await proxy[Symbol.asyncDispose]();
  await postgres.stop();
});

async function book(): Promise<string> {
  const admission = admitRequest(key);
  await store.money.admit([admission]);
  await store.money.settle([settlement(tenant, admission)]);
  return admission.generationId;
}

const list = () => store.activity.generations(tenant.organisationId, { limit: 10 });
const ids = async () => (await list()).records.map(({ generationId }) => generationId);

it("reads lists from the standby, with the age of what is in it", async () => {
  const first = await book();
  await eventually(async () => expect(await ids()).toContain(first));
  await standby.query("select pg_wal_replay_pause()");
  const second = await book();
  expect(await store.activity.generation(tenant.organisationId, second)).not.toBeNull();
  const page = await list();
  expect(page.records.map(({ generationId }) => generationId)).toEqual([first]);
  const groups = await store.activity.query(tenant.organisationId, {
    fromMs: 0,
    toMs: Date.now(),
    groupBy: [],
    offset: 0,
    limit: 1,
  });
  expect(groups.records[0]?.requests).toBe(1);
  expect(groups.ageMs).toBeGreaterThanOrEqual(page.ageMs ?? Infinity);
  await standby.query("select pg_wal_replay_resume()");
  await eventually(async () => expect(await ids()).toContain(second));
  expect(warnings).toEqual([]);
});

it("does not repeat on the primary what takes the standby too long", async () => {
  const primary = new pg.Client(`${postgres.url}/postgres`);
  await primary.connect();
  // The standby reads of the lock with the rest of the log, and then its readers wait for it too.
  const send = "select pg_switch_wal()";
  await primary.query(`begin; lock table ledger in access exclusive mode; ${send}`);
  await eventually(async () => await expect(list()).rejects.toBeInstanceOf(StoreBusy));
  await primary.query(`rollback; ${send}`);
  await primary.end();
  await eventually(async () => expect((await list()).ageMs).toBeDefined());
  expect(warnings).toEqual([]);
});

it("reads lists from the primary while the standby is away, and says so once", async () => {
  await proxy.stop();
  const booked = await book();
  const page = await list();
  expect(page.records.map(({ generationId }) => generationId)).toContain(booked);
  expect(page.ageMs).toBeUndefined();
  await list();
  expect(warnings).toEqual([expect.stringContaining("DATABASE_READ_URL")]);
});
