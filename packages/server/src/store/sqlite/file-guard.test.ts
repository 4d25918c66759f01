import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@portico/test-support/eventually";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { admitRequest, firstTenant, settlement, type Tenant } from "../../../test/store/records.ts";
import { openStore } from "../open-store.ts";
import { StoreUnavailable } from "../ports/errors.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";
import { rememberFiles } from "./file-guard.ts";

let folder: string;
let store: Store;
let tenant: Tenant;
let key: KeyRecord;
let alarms: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "portico-guard-"));
  alarms = [];
  store = await openStore({ dataFolder: folder }, { onAlarm: (message) => alarms.push(message) });
  tenant = await firstTenant(store);
  key = await tenant.key();
});
afterEach(async () => {
  // Some tests have closed the store themselves.
  await store.close().catch(() => {});
  rmSync(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => join(folder, name);
const rescued = () =>
  readdirSync(folder).filter((name) => /^portico\.db\.rescued-\w+-\w+$/.test(name));

async function book(): Promise<string> {
  const request = admitRequest(key);
  await store.money.admit([request]);
  await store.money.settle([settlement(tenant, request)]);
  return request.generationId;
}

async function expectRefusal(): Promise<void> {
  await expect(store.ping()).rejects.toThrow("in use");
  const request = admitRequest(key);
  const all = [
    store.money.admit([request]),
    store.money.settle([settlement(tenant, request)]),
    store.money.heartbeat("p"),
    store.keys.findByHash(key.hash),
    store.keys.update(actorIn(tenant.organisationId), key.hash, { name: "x" }),
    store.workspaces.list(tenant.organisationId, { offset: 0, limit: 1 }),
  ];
  for (const result of await Promise.allSettled(all))
    expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) });
}

async function bookedIn(dataFolder: string, generationId: string): Promise<boolean> {
  const other = await openStore({ dataFolder });
  const found = await other.activity.generation(tenant.organisationId, generationId);
  await other.close();
  return found?.chargedNanousd === 40;
}

/** The steps of an operator who follows the log's advice. */
async function restore(): Promise<void> {
  const [copy = ""] = rescued();
  for (const suffix of ["", "-wal", "-shm"])
    rmSync(inFolder(`portico.db${suffix}`), { force: true });
  renameSync(inFolder(copy), inFolder("portico.db"));
}

describe("a store whose files are taken away while it is open", () => {
  it.each(["portico.db", "portico.db-wal", "portico.db-shm"])(
    "the store refuses everything once %s is deleted, and saves what it has booked",
    async (file) => {
      const before = await book();
      rmSync(inFolder(file));
      const after = await book();
      await expectRefusal();
      await eventually(() => expect(alarms.at(-1)).toContain("saved in"));
      // A copy that could not be written at once is tried again, and says so.
      expect(alarms.filter((alarm) => !alarm.includes("is tried again"))).toEqual([
        expect.stringContaining(`${file} was deleted while the gateway had it open`),
        expect.stringMatching(/saved in .*portico\.db\.rescued-.* rename the copy to portico\.db/),
      ]);
      expect(rescued()).toHaveLength(1);
      await store.close();
      await restore();
      expect(await bookedIn(folder, before)).toBe(true);
      expect(await bookedIn(folder, after)).toBe(true);
    },
  );

  it("the store refuses everything once another database has its place, and does not change that one", async () => {
    const generationId = await book();
    await store.backup(actorIn(tenant.organisationId), inFolder("other"));
    const later = await book();
    renameSync(inFolder("other"), inFolder("portico.db"));
    await expectRefusal();
    await store.close();
    expect(alarms[0]).toContain("portico.db was replaced");
    const [copy = ""] = rescued();
    const apart = mkdtempSync(join(tmpdir(), "portico-apart-"));
    copyFileSync(inFolder("portico.db"), join(apart, "portico.db"));
    expect(await bookedIn(apart, generationId)).toBe(true);
    expect(await bookedIn(apart, later)).toBe(false);
    copyFileSync(inFolder(copy), join(apart, "portico.db"));
    expect(await bookedIn(apart, later)).toBe(true);
    rmSync(apart, { recursive: true });
  });

  it("the store saves its bookings as soon as their folder exists again", async () => {
    const generationId = await book();
    rmSync(folder, { recursive: true });
    await expectRefusal();
    await eventually(() => expect(alarms).toHaveLength(2));
    expect(alarms[1]).toContain("could not be written, and is tried again");
    mkdirSync(folder);
    await eventually(() => expect(rescued()).toHaveLength(1));
    await restore();
    expect(await bookedIn(folder, generationId)).toBe(true);
  });

  it("the store saves its bookings when it is closed before it has noticed the loss", async () => {
    const generationId = await book();
    rmSync(inFolder("portico.db"));
    await store.close();
    await restore();
    expect(await bookedIn(folder, generationId)).toBe(true);
  });

  it("all processes that had the database open make one copy", async () => {
    const second = await openStore({ dataFolder: folder });
    await book();
    rmSync(inFolder("portico.db"));
    await Promise.all([store.close(), second.close()]);
    expect(rescued()).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => name.includes("rescued"))).toHaveLength(1);
  });

  it("a second process that opens, writes and closes the database causes no alarm", async () => {
    const second = await openStore({ dataFolder: folder });
    await second.keys.update(actorIn(tenant.organisationId), key.hash, { name: "y" });
    await second.close();
    await store.ping();
    await book();
    expect(alarms).toEqual([]);
  });
});

describe("rememberFiles", () => {
  let watched: string;
  let path: string;
  beforeEach(() => {
    watched = mkdtempSync(join(tmpdir(), "portico-watch-"));
    path = join(watched, "a.db");
    for (const suffix of ["", "-wal", "-shm"]) writeFileSync(path + suffix, "something");
  });
  afterEach(() => rmSync(watched, { recursive: true, force: true }));

  it("finds nothing wrong with files that are written, touched, or, as the log may be, emptied", () => {
    const findLoss = rememberFiles(path);
    expect(findLoss()).toBeNull();
    writeFileSync(path, "something else and longer");
    utimesSync(path, 0, 0);
    truncateSync(`${path}-wal`);
    expect(findLoss()).toBeNull();
  });

  it.each(["a.db", "a.db-wal", "a.db-shm"])(
    "finds %s deleted, and replaced by its own copy",
    (file) => {
      const findLoss = rememberFiles(path);
      const name = join(watched, file);
      copyFileSync(name, `${name}.copy`);
      rmSync(name);
      expect(findLoss()).toEqual({ file, fate: "deleted" });
      renameSync(`${name}.copy`, name);
      expect(findLoss()).toEqual({ file, fate: "replaced" });
    },
  );

  it("finds the database emptied, and the whole folder gone", () => {
    const findLoss = rememberFiles(path);
    truncateSync(path);
    expect(findLoss()).toEqual({ file: "a.db", fate: "emptied" });
    rmSync(watched, { recursive: true });
    expect(findLoss()).toEqual({ file: "a.db", fate: "deleted" });
  });
});
