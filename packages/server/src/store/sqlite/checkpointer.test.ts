import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { eventually } from "@portico/test-support/eventually";
import { mountSmallDisk, noSmallDisk, takeWhatIsLeft } from "@portico/test-support/small-disk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { admitRequest, firstTenant, settlement } from "../../../test/store/records.ts";
import { openStore } from "../open-store.ts";
import { createCheckpointer } from "./checkpointer.ts";

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "portico-log-"));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

const bytesOf = (name: string) => statSync(join(dataFolder, name)).size;

/** Ten times as many as the log may hold before a checkpoint. */
const mostRounds = 30;
const perRound = 500;

it("the log restarts under steady load, and no booking is lost", async () => {
  const store = await openStore({ dataFolder });
  const key = await (await firstTenant(store)).key();
  let rounds = 0;
  let grown = Number.POSITIVE_INFINITY;
  // A log that has restarted does not grow: it is written from its start again.
  for (; grown > 0 && rounds < mostRounds; rounds += 1) {
    const before = rounds === 0 ? 0 : bytesOf("portico.db-wal");
    for (let count = 0; count < perRound; count += 1) {
      await store.money.admit([{ ...admitRequest(key), processId: "here" }]);
      await nextTurn();
    }
    grown = bytesOf("portico.db-wal") - before;
  }
  expect(grown).toBe(0);
  await store.close();
  const again = await openStore({ dataFolder });
  expect(await again.money.holdsOf("here")).toHaveLength(rounds * perRound);
  await again.close();
});

describe("what is in the log", () => {
  let writer: DatabaseSync;
  const path = () => join(dataFolder, "a.db");

  beforeEach(() => {
    writer = new DatabaseSync(path());
    writer.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = 0;
      create table entries (id integer primary key)`);
  });
  afterEach(() => writer.close());

  const write = () => writer.exec("insert into entries default values");
  /** The entries in a copy of the database file alone. */
  const entriesInCopy = (): number => {
    const copy = join(dataFolder, "copy.db");
    copyFileSync(path(), copy);
    using database = new DatabaseSync(copy);
    try {
      return Number(database.prepare("select count(*) as entries from entries").get()?.["entries"]);
    } catch {
      return 0;
    }
  };

  it("the log is copied into the database when there is nothing to do", async () => {
    const checkpointer = createCheckpointer(path(), writer, { mayUse: () => {}, idleCheckMs: 10 });
    write();
    checkpointer.committed();
    await eventually(() => expect(entriesInCopy()).toBe(1));
    await checkpointer.close();
  });

  it("the log is copied after a while under constant load", async () => {
    const checkpointer = createCheckpointer(path(), writer, {
      mayUse: () => {},
      idleCheckMs: 10,
      longestInLogMs: 50,
    });
    const busy = setInterval(checkpointer.committed, 1);
    write();
    await eventually(() => expect(entriesInCopy()).toBe(1));
    clearInterval(busy);
    await checkpointer.close();
  });

  it("the log is not copied if the files are not the opened ones", async () => {
    const looks = vi.fn(() => {
      throw new Error("deleted");
    });
    const checkpointer = createCheckpointer(path(), writer, { mayUse: looks, idleCheckMs: 10 });
    write();
    await eventually(() => expect(looks.mock.calls.length).toBeGreaterThan(3));
    expect(entriesInCopy()).toBe(0);
    await checkpointer.close();
  });
});

const obstacle = noSmallDisk();
it.skipIf(obstacle !== null)(
  `goes on once a little room is made on a small disk that it has filled by itself${obstacle === null ? "" : ` (skipped: ${obstacle})`}`,
  async () => {
    const unmount = await mountSmallDisk(dataFolder, 12 * 1024 * 1024);
    // Space that the test frees at the end, as an operator would: as much as the log may take of this disk, because all of
    // it may have to be copied back. How much of it that is depends on the moment at which the disk is full.
    const spare = join(dataFolder, "spare");
    writeFileSync(spare, Buffer.alloc(1536 * 1024));
    const store = await openStore({ dataFolder });
    try {
      const tenant = await firstTenant(store);
      const key = await tenant.key();
      let booked = 0;
      const book = async () => {
        const requests = Array.from({ length: 50 }, () => admitRequest(key));
        await store.money.admit(requests);
        await store.money.settle(requests.map((request) => settlement(tenant, request)));
        booked += requests.length;
        await nextTurn();
      };
      // Bookings fill most of it, another program the rest.
      while (booked < 5000) await book();
      const fill = async () => {
        await takeWhatIsLeft(dataFolder, join(dataFolder, "filler"));
        await book();
      };
      await eventually(() => expect(fill()).rejects.toThrow(), 1);
      rmSync(spare);
      await eventually(book);
      await store.close();
      const again = await openStore({ dataFolder });
      expect(await again.keys.get(tenant.organisationId, key.hash)).toMatchObject({
        usageNanousd: booked * 40,
      });
      await again.close();
    } finally {
      await store.close().catch(() => {});
      await unmount();
    }
  },
  60_000,
);
