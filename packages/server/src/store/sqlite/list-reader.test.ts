import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { embedded, type TestPlace } from "../../../test/store/engines.ts";
import { admitRequest, firstTenant, settlement } from "../../../test/store/records.ts";
import { StoreUnavailable } from "../ports/errors.ts";
import { createListReader } from "./list-reader.ts";
import { databaseFile } from "./open-sqlite-store.ts";

let place: TestPlace;
let path: string;
beforeEach(async () => {
  place = await embedded.makePlace();
  path = join("dataFolder" in place.place ? place.place.dataFolder : "", databaseFile);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await place[Symbol.asyncDispose]();
});

it("reads what was booked before, and never in the thread that serves requests", async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  const store = await place.open();
  const tenant = await firstTenant(store);
  const key = await tenant.key();
  for (let booked = 1; booked <= 3; booked += 1) {
    const request = admitRequest(key);
    await store.money.admit([request]);
    await store.money.settle([settlement(tenant, request)]);
    prepare.mockClear();
    const { records } = await store.activity.generations(tenant.organisationId, { limit: 10 });
    expect(records).toHaveLength(booked);
    const period = { fromMs: 0, toMs: Date.now() + 1, offset: 0, limit: 1 };
    const sums = await store.activity.query(tenant.organisationId, { ...period, groupBy: [] });
    expect(sums.records).toMatchObject([{ requests: booked }]);
    expect(await store.activity.failedAttempts(tenant.organisationId, "none", 1)).toEqual([]);
    const statements = prepare.mock.calls.map(([statement]) => statement);
    expect(statements.filter((statement) => /from (ledger|activity)/.test(statement))).toEqual([]);
  }
});

it("is unavailable while its file is, and reads again with the file", async () => {
  const reader = createListReader(path, () => {});
  const list = () => reader.lists.generations("o", { limit: 1 });
  await expect(list()).rejects.toBeInstanceOf(StoreUnavailable);
  await place.open();
  expect(await list()).toEqual({ records: [], next: null });
  await reader.close();
});

it("says that the store is unavailable in the words of the engine, and asks nothing of lost files", async () => {
  await place.open();
  let isLost = false;
  const reader = createListReader(path, () => {
    if (isLost) throw new StoreUnavailable("lost");
  });
  await reader.lists.generations("o", { limit: 1 });
  isLost = true;
  await expect(reader.lists.generations("o", { limit: 1 })).rejects.toThrow("lost");
  rmSync(path);
  await reader.close();
});
