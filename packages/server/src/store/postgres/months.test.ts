import { dayMs } from "@portico/core/rules/calendar";
import {
  type TemporaryDatabase,
  temporaryDatabase,
} from "@portico/test-support/postgres/temporary-database";
import { Kysely } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkInvariants } from "../../../test/books/invariants.ts";
import { rawSql } from "../../../test/store/raw-sql.ts";
import { admitRequest, firstTenant, settlement, type Tenant } from "../../../test/store/records.ts";
import { openStore, storeDefaults } from "../open-store.ts";
import type { BilledAttempt } from "../ports/generation.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Database, Tables } from "../schema.ts";
import type { Store } from "../store.ts";
import { createConnections } from "./connections.ts";
import { DatabaseHosts } from "./database-hosts.ts";
import { idAt, keepMonths, monthStart } from "./months.ts";
import { postgresDialect } from "./postgres-dialect.ts";

let place: TemporaryDatabase;
let store: Store;
let tenant: Tenant;
let key: KeyRecord;
let database: Database;
beforeEach(async () => {
  place = await temporaryDatabase();
  store = await openStore({ databaseUrl: place.url });
  tenant = await firstTenant(store);
  key = await tenant.key();
  const connections = createConnections({ ...storeDefaults, hosts: new DatabaseHosts(place.url) });
  database = new Kysely<Tables>({ dialect: postgresDialect(connections) });
});
afterEach(async () => {
  await database.destroy();
  await store.close();
  await place.drop();
});

const thisMonth = monthStart(Date.now());
const nextMonth = monthStart(Date.now(), 1);

/** A request that began at one time and is booked at another. */
async function book(beganMs: number, nowMs = beganMs, billed?: readonly BilledAttempt[]) {
  const generationId = `${idAt(beganMs)}-7b0e-8a2e-${String(beganMs)}`;
  const request = admitRequest(key, { generationId, nowMs });
  await store.money.admit([request]);
  await store.money.settle([
    settlement(tenant, request, { nowMs, ...(billed !== undefined && { billed }) }),
  ]);
  return generationId;
}

const attempt = (number: number): BilledAttempt => ({
  ...{ attempt: number, provider: "sandbox", upstreamModel: "text", byok: false, estimated: false },
  ...{ inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, reasoningTokens: 0, costNanousd: 20 },
});

async function partitionsOf(table: string) {
  const rows = await rawSql(
    { databaseUrl: place.url },
    `select tableoid::regclass::text as partition, request_id from ${table} order by request_id`,
  );
  return rows.map(({ partition, request_id: id }) => [partition, id]);
}

const nameOf = (ms: number, table = "ledger") =>
  `${table}_${new Date(ms).toISOString().slice(0, 7).replace("-", "_")}`;

it("a month that is over goes as one with its attempts, and every other row by itself", async () => {
  await book(thisMonth, thisMonth, [attempt(0), attempt(1)]);
  const kept = await book(nextMonth - 1000, nextMonth + 1000);
  const early = await book(thisMonth - dayMs);
  expect(await partitionsOf("ledger_attempts")).toHaveLength(2);
  expect(await store.activity.prune(thisMonth)).toBe(1);
  expect(await store.activity.generation(tenant.organisationId, early)).toBeNull();
  // One of its requests was booked later.
  await store.activity.prune(nextMonth);
  expect(await partitionsOf("ledger")).toHaveLength(2);
  await store.activity.prune(nextMonth + 2000);
  expect(await partitionsOf("ledger")).toEqual([]);
  expect(await partitionsOf("ledger_attempts")).toEqual([]);
  expect(await store.activity.generation(tenant.organisationId, kept)).toBeNull();
  // The sums are there, and so is a request whose process comes back after all.
  const late = await book(thisMonth + dayMs);
  expect(await partitionsOf("ledger")).toEqual([[nameOf(thisMonth), late]]);
});

it("months are made before they begin, and take the rows of a clock that was ahead", async () => {
  const aheadMs = monthStart(thisMonth, 3);
  const ahead = await book(aheadMs, Date.now());
  expect(await partitionsOf("ledger")).toEqual([["ledger_later", ahead]]);
  await keepMonths(database, aheadMs);
  await keepMonths(database, aheadMs);
  expect(await partitionsOf("ledger")).toEqual([[nameOf(aheadMs), ahead]]);
  const next = await book(monthStart(aheadMs, 9), Date.now());
  expect(await partitionsOf("ledger")).toContainEqual(["ledger_later", next]);
  expect(await checkInvariants({ databaseUrl: place.url })).toEqual([]);
});
