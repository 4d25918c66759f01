import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { checkInvariants } from "../../test/books/invariants.ts";
import { budgetedWorkspace } from "../../test/store/budgets.ts";
import { citus, citusUrl, dropCitusTemplate, lastNode } from "../../test/store/citus.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import { firstTenant } from "../../test/store/records.ts";
import type { TestPlace } from "../../test/store/test-place.ts";
import type { Store } from "./store.ts";

const workspaces = 8;

/** A key in each workspace, under a budget of its own. */
async function makeKeys(store: Store) {
  const first = await firstTenant(store);
  return Promise.all(
    Array.from({ length: workspaces }, async () => {
      const { key, budget, spend } = await budgetedWorkspace(store, first);
      await budget({ limitNanousd: 1_000_000_000 });
      return { key: await key(), spend };
    }),
  );
}

type Spenders = Awaited<ReturnType<typeof makeKeys>>;

/** Each workspace makes one call after another. Gives how many there were. */
async function callWhile(spenders: Spenders, isGoing: () => boolean): Promise<number> {
  const counts = spenders.map(async ({ key, spend }) => {
    let calls = 0;
    for (; isGoing(); calls += 1)
      expect(await spend(key, 100)).toMatchObject({ outcome: "admitted" });
    return calls;
  });
  return (await Promise.all(counts)).reduce((sum, calls) => sum + calls, 0);
}

async function queries({ place }: TestPlace): Promise<{ single: number; multi: number }> {
  // A session gives its counts when it has nothing to do.
  await sleep(1500);
  const [row] = await rawSql(
    place,
    `select query_execution_single_shard as single, query_execution_multi_shard as multi
     from citus_stat_counters where name = current_database()`,
  );
  return { single: Number(row?.["single"]), multi: Number(row?.["multi"]) };
}

describe.skipIf(citusUrl === undefined)(
  `the nodes of a cluster${citusUrl === undefined ? ": PORTICO_TEST_CITUS_URL names none" : ""}`,
  () => {
    afterAll(dropCitusTemplate);

    it("a call touches one of them, by Citus's own statistics", { timeout: 300_000 }, async () => {
      await using place = await citus.makePlace();
      await rawSql(
        place.place,
        `do $$ begin execute format('alter database %I set citus.enable_stat_counters = on', current_database()); end $$`,
      );
      const store = await place.open();
      const spenders = await makeKeys(store);
      const before = await queries(place);
      let left = 200;
      const calls = await callWhile(spenders, () => {
        left -= 1;
        return left >= 0;
      });
      const after = await queries(place);
      expect(calls).toBe(200);
      expect(after.single - before.single).toBeGreaterThan(calls);
      expect(after.multi - before.multi).toBe(0);
    });

    it("may be emptied and filled while calls go on", { timeout: 600_000 }, async () => {
      await using place = await citus.makePlace();
      const store = await place.open();
      const spenders = await makeKeys(store);
      const { hostname, port } = lastNode();
      const shardsThere = async () =>
        Number(
          (
            await rawSql(
              place.place,
              `select count(*) as shards from citus_shards where nodename = '${hostname}' and nodeport = ${port}
               and table_name::text = 'ledger'`,
            )
          )[0]?.["shards"],
        );
      expect(await shardsThere()).toBeGreaterThan(0);
      const onPlace = (statement: string) => rawSql(place.place, statement);
      let isMoving = true;
      const move = async () => {
        await onPlace(`select citus_drain_node('${hostname}', ${port})`);
        expect(await shardsThere()).toBe(0);
        await onPlace(
          `select citus_set_node_property('${hostname}', ${port}, 'shouldhaveshards', true)`,
        );
        await onPlace("select rebalance_table_shards()");
      };
      const moving = move().finally(() => {
        isMoving = false;
      });
      const [calls] = await Promise.all([callWhile(spenders, () => isMoving), moving]);
      expect(await shardsThere()).toBeGreaterThan(0);
      expect(calls).toBeGreaterThan(workspaces);
      const [{ booked } = { booked: 0 }] = await rawSql(
        place.place,
        "select count(*) as booked from ledger",
      );
      expect(Number(booked)).toBe(calls);
      expect(await checkInvariants(place.place)).toEqual([]);
    });
  },
);
