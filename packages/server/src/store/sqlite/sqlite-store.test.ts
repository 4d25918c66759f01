import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actorIn } from "../../../test/store/actor-in.ts";
import { admitRequest, firstTenant, settlement } from "../../../test/store/records.ts";
import { openStore } from "../open-store.ts";
import { StoreUnavailable } from "../ports/errors.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "portico-sqlite-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the embedded store", () => {
  it("the embedded store keeps its files readable by its user only, in a folder that it creates", async () => {
    const dataFolder = join(folder, "deep", "data");
    const store = await openStore({ dataFolder });
    await firstTenant(store);
    for (const name of ["portico.db", "portico.db-wal", "portico.db-shm"])
      expect(statSync(join(dataFolder, name)).mode & 0o077).toBe(0);
    expect(statSync(dataFolder).mode & 0o077).toBe(0);
    await store.close();
  });

  it("a settlement is on the disk before it resolves", async () => {
    const store = await openStore({ dataFolder: folder });
    await store.close();
    const file = new DatabaseSync(join(folder, "portico.db"));
    expect(file.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
    file.close();
  });

  it("the database file alone has the tables as soon as the store is open", async () => {
    const store = await openStore({ dataFolder: folder });
    const copied = mkdtempSync(join(tmpdir(), "portico-copied-"));
    copyFileSync(join(folder, "portico.db"), join(copied, "portico.db"));
    const file = new DatabaseSync(join(copied, "portico.db"));
    expect(file.prepare("select count(*) as tables from sqlite_master").get()).not.toEqual({
      tables: 0,
    });
    file.close();
    rmSync(copied, { recursive: true });
    await store.close();
  });

  it("the embedded store is unavailable while another process writes without end, and works afterwards", async () => {
    const store = await openStore({ dataFolder: folder });
    const tenant = await firstTenant(store);
    const key = await tenant.key();
    const other = new DatabaseSync(join(folder, "portico.db"));
    other.exec("begin immediate");
    const admitted = store.money.admit([admitRequest(key)]);
    const changed = store.keys.update(actorIn(tenant.organisationId), key.hash, { name: "x" });
    const results = await Promise.allSettled([admitted, changed, store.ping()]);
    for (const result of results)
      expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) });
    other.exec("rollback");
    other.close();
    expect(await store.money.admit([admitRequest(key)])).toMatchObject([{ outcome: "admitted" }]);
    await store.close();
  });

  it("the embedded store copies itself while it is in use, and never over another file", async () => {
    const store = await openStore({ dataFolder: folder });
    const tenant = await firstTenant(store);
    const request = admitRequest(await tenant.key());
    await store.money.admit([request]);
    await store.money.settle([settlement(tenant, request)]);
    const restored = mkdtempSync(join(tmpdir(), "portico-restored-"));
    const copy = join(restored, "portico.db");
    await store.backup(actorIn(tenant.organisationId), copy);
    expect(statSync(copy).mode & 0o077).toBe(0);
    await expect(store.backup(actorIn(tenant.organisationId), copy)).rejects.toThrow("EEXIST");
    await store.close();
    const again = await openStore({ dataFolder: restored });
    const found = await again.activity.generation(tenant.organisationId, request.generationId);
    expect(found).toMatchObject({ chargedNanousd: 40 });
    await again.close();
    rmSync(restored, { recursive: true });
  });

  it("a file that is not a database is refused with a clear message", async () => {
    writeFileSync(join(folder, "portico.db"), "This is not a database file.".repeat(50));
    await expect(openStore({ dataFolder: folder })).rejects.toThrow(StoreUnavailable);
    await expect(openStore({ dataFolder: join(folder, "portico.db", "below") })).rejects.toThrow(
      StoreUnavailable,
    );
  });

  it("a store in memory ends with its process", async () => {
    const store = await openStore({ inMemory: true });
    await firstTenant(store);
    await store.close();
    const next = await openStore({ inMemory: true });
    await firstTenant(next);
    await next.close();
    expect(existsSync(":memory:")).toBe(false);
  });
});
