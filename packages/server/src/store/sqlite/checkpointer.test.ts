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

it("begins the log anew under steady load, and loses nothing over it", async () => {
  const store = await openStore({ dataFolder });
  const key = await (await firstTenant(store)).key();
  const admit = async (transactions: number) => {
    for (let count = 0; count < transactions; count += 1) {
      await store.money.admit([{ ...admitRequest(key), processId: "here" }]);
      await nextTurn();
    }
  };
  await admit(500);
  const bytesOf500 = logBytes();
  await admit(11_500);
  expect(logBytes()).toBeLessThan(bytesOf500 * 12);
  await store.close();
  const again = await openStore({ dataFolder });
  expect(await again.money.holdsOf("here")).toHaveLength(12_000);
  await again.close();
}, 60_000);
