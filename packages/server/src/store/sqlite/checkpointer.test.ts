import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { admitRequest, firstTenant } from "../../../test/store/records.ts";
import { openStore } from "../open-store.ts";

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "portico-log-"));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

const logBytes = () => statSync(join(dataFolder, "portico.db-wal")).size;

/** Ten times as many as the log may hold before it is looked after. */
const mostRounds = 30;
const perRound = 500;

it("begins the log anew under steady load, and loses nothing over it", async () => {
  const store = await openStore({ dataFolder });
  const key = await (await firstTenant(store)).key();
  let rounds = 0;
  let grown = Number.POSITIVE_INFINITY;
  // A log that has begun anew does not grow: it is written from its start again.
  for (; grown > 0 && rounds < mostRounds; rounds += 1) {
    const before = rounds === 0 ? 0 : logBytes();
    for (let count = 0; count < perRound; count += 1) {
      await store.money.admit([{ ...admitRequest(key), processId: "here" }]);
      await nextTurn();
    }
    grown = logBytes() - before;
  }
  expect(grown).toBe(0);
  await store.close();
  const again = await openStore({ dataFolder });
  expect(await again.money.holdsOf("here")).toHaveLength(rounds * perRound);
  await again.close();
}, 60_000);
