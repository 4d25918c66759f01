import {
  type TemporaryDatabase,
  temporaryDatabase,
} from "@portico/test-support/postgres/temporary-database";
import { Kysely } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LongWork } from "../migrations/migration.ts";
import { storeDefaults } from "../open-store.ts";
import type { Tables } from "../schema.ts";
import { concurrentIndex } from "./concurrent-index.ts";
import { createConnections } from "./connections.ts";
import { DatabaseHosts } from "./database-hosts.ts";
import { createUpgradeStore } from "./long-work.ts";
import { postgresDialect } from "./postgres-dialect.ts";

const index = concurrentIndex({ name: "things_name", table: "things", of: "(name)" });
const unique = concurrentIndex({
  name: "things_number",
  table: "things",
  of: "(number)",
  isUnique: true,
});

let place: TemporaryDatabase;
let operator: pg.Client;
beforeEach(async () => {
  place = await temporaryDatabase();
  operator = new pg.Client(place.url);
  await operator.connect();
  await operator.query("create table things (number integer, name text)");
  await operator.query("insert into things select n, 'a' from generate_series(1, 1000) n");
});
afterEach(async () => {
  await operator.end();
  await place.drop();
});

/** A process of the gateway, with its connections. */
function process(...works: readonly LongWork[]) {
  const connections = () =>
    createConnections({ ...storeDefaults, hosts: new DatabaseHosts(place.url) });
  const [own, patient] = [connections(), connections()];
  const queries = [own, patient].map(
    (each) => new Kysely<Tables>({ dialect: postgresDialect(each) }),
  );
  const [database, forWork] = queries;
  if (database === undefined || forWork === undefined) throw new Error("There are two.");
  return {
    upgrade: createUpgradeStore(database, forWork, works),
    async [Symbol.asyncDispose]() {
      await patient.abort();
      await own.close();
    },
  };
}

const nothing = () => {};
const isValid = async (name: string) =>
  (
    await operator.query(
      `select indisvalid from pg_index where indexrelid = to_regclass('${name}')`,
    )
  ).rows[0]?.indisvalid;

/** A transaction that an index waits for, because it may still write the table. */
async function openWriter(): Promise<pg.Client> {
  const writer = new pg.Client(place.url);
  await writer.connect();
  await writer.query("begin");
  await writer.query("insert into things values (1001, 'b')");
  return writer;
}

it("says how far it is, and rows are written meanwhile", async () => {
  await using one = process(index);
  expect(await one.upgrade.unfinished()).toEqual([
    { name: "the index things_name", progress: null },
  ]);
  const writer = await openWriter();
  const told: string[] = [];
  const made = one.upgrade.goOn((message) => told.push(message));
  await expect
    .poll(() => one.upgrade.unfinished())
    .toEqual([
      { name: "the index things_name", progress: expect.stringContaining("waiting for writers") },
    ]);
  await operator.query("insert into things values (1002, 'c')");
  await writer.end();
  await made;
  expect(told).toEqual([
    "the index things_name is being made beside the traffic",
    expect.stringMatching(/^the index things_name is there after \d+ s$/),
  ]);
  expect(await one.upgrade.unfinished()).toEqual([]);
  expect(await isValid("things_name")).toBe(true);
});

it("is left to the process that is at it", async () => {
  await using one = process(index);
  await using other = process(index);
  const writer = await openWriter();
  const made = one.upgrade.goOn(nothing);
  await expect.poll(() => isValid("things_name")).toBe(false);
  await other.upgrade.goOn(() => expect.fail("It is made twice."));
  await writer.end();
  await made;
});

it("is made again where an earlier try has left an index that is not valid", async () => {
  await operator.query("insert into things values (1, 'twice')");
  await using one = process(unique);
  await expect(one.upgrade.goOn(nothing)).rejects.toThrow();
  expect(await isValid("things_number")).toBe(false);
  await operator.query("delete from things where name = 'twice'");
  await one.upgrade.goOn(nothing);
  expect(await isValid("things_number")).toBe(true);
});

it("is gone on with after its process has ended, whose statement still runs", async () => {
  const writer = await openWriter();
  const killed = process(index);
  const failed = expect(killed.upgrade.goOn(nothing)).rejects.toThrow();
  await expect.poll(() => isValid("things_name")).toBe(false);
  await killed[Symbol.asyncDispose]();
  await failed;
  await using next = process(index);
  const made = next.upgrade.goOn(nothing);
  await writer.end();
  await made;
  expect(await isValid("things_name")).toBe(true);
});

it("is made for each part of a divided table, and for parts to come", async () => {
  await operator.query("drop table things");
  await operator.query(
    "create table things (number integer, name text) partition by range (number)",
  );
  const addPart = (from: number) =>
    operator.query(
      `create table things_${from} partition of things for values from (${from}) to (${from + 10})`,
    );
  await addPart(0);
  await addPart(10);
  // An earlier try has come so far.
  await operator.query("create index things_name on only things (name)");
  await operator.query("create index things_name_things_0 on things_0 (name)");
  await using one = process(index);
  expect(await one.upgrade.unfinished()).toHaveLength(1);
  await one.upgrade.goOn(nothing);
  expect(await isValid("things_name")).toBe(true);
  await addPart(20);
  expect(await isValid("things_name")).toBe(true);
});
