import { setTimeout as sleep } from "node:timers/promises";
import { startPostgresProxy } from "@portico/test-support/postgres/postgres-proxy";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { checkInvariants } from "../../test/books/invariants.ts";
import { budgetedWorkspace } from "../../test/store/budgets.ts";
import { citus, citusUrl, dropCitusTemplate, eachNode, lastNode } from "../../test/store/citus.ts";
import { hostsBefore } from "../../test/store/hosts-before.ts";
import { rawSql } from "../../test/store/raw-sql.ts";
import { firstTenant } from "../../test/store/records.ts";
import type { TestPlace } from "../../test/store/test-place.ts";
import { cursorLock } from "./money/cursor.ts";
import { openStore } from "./open-store.ts";
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

/** By node. */
async function queries(place: TestPlace) {
  // A session gives its counts when it has nothing to do.
  await sleep(1500);
  const rows = await Promise.all(
    eachNode(place).map((node) =>
      rawSql(
        node,
        `select query_execution_single_shard as single, query_execution_multi_shard as multi
         from citus_stat_counters where name = current_database()`,
      ),
    ),
  );
  return rows.map(([row]) => ({ single: Number(row?.["single"]), multi: Number(row?.["multi"]) }));
}

function callsOf(spenders: Spenders, count: number): Promise<number> {
  let left = count;
  return callWhile(spenders, () => {
    left -= 1;
    return left >= 0;
  });
}

describe.skipIf(citusUrl === undefined)(
  `the nodes of a cluster${citusUrl === undefined ? ": PORTICO_TEST_CITUS_URL names none" : ""}`,
  () => {
    afterAll(dropCitusTemplate);

    it.each([
      ["the workers alone", 0],
      ["the coordinator", 2],
    ])(
      "a call by %s touches one of them, by Citus's own statistics",
      { timeout: 300_000 },
      async (_, way) => {
        await using place = await citus.makePlace();
        for (const node of eachNode(place))
          await rawSql(
            node,
            `do $$ begin execute format('alter database %I set citus.enable_stat_counters = on', current_database()); end $$`,
          );
        const store = await openStore(place.ways[way] ?? place.place);
        const spenders = await makeKeys(store);
        const before = await queries(place);
        expect(await callsOf(spenders, 200)).toBe(200);
        const after = await queries(place);
        await store.close();
        const single = after.map((node, index) => node.single - (before[index]?.single ?? 0));
        expect(single.reduce((sum, count) => sum + count)).toBeGreaterThan(200);
        expect(single.slice(1).some((count) => count > 200)).toBe(way === 0);
        expect(after.map(({ multi }) => multi)).toEqual(before.map(({ multi }) => multi));
        expect(await checkInvariants(place.place)).toEqual([]);
      },
    );

    it("calls go by the coordinator while a worker cannot be reached from here", {
      timeout: 300_000,
    }, async () => {
      await using place = await citus.makePlace();
      const [coordinator = "", worker = ""] = eachNode(place).map((node) =>
        "databaseUrl" in node ? node.databaseUrl : "",
      );
      await using proxy = await startPostgresProxy(worker);
      const warnings: string[] = [];
      const databaseUrl = hostsBefore(proxy.url, coordinator);
      const store = await openStore(
        { databaseUrl },
        { onWarning: (message) => warnings.push(message) },
      );
      const spenders = await makeKeys(store);
      await callsOf(spenders, 40);
      expect(warnings).toEqual([]);
      await proxy.stop();
      // The connections of before have ended.
      await sleep(1000);
      await callsOf(spenders, 40);
      const [to, from] = [coordinator, proxy.url].map((url) => new URL(url).host);
      expect(warnings).toEqual([expect.stringContaining(`go to ${to} now, not to ${from}.`)]);
      await proxy.resume();
      await sleep(11_000);
      await callsOf(spenders, 40);
      expect(warnings.at(-1)).toContain(`go to ${from} now, not to ${to}.`);
      await store.close();
      expect(await checkInvariants(place.place)).toEqual([]);
    });

    it("hours are closed on each of them before they are counted", {
      timeout: 300_000,
    }, async () => {
      await using place = await citus.makePlace();
      const store = await place.open();
      const [spender] = await makeKeys(store);
      if (spender === undefined) throw new Error("There is no key.");
      await spender.spend(spender.key, 100);
      const [, worker = place.place] = eachNode(place);
      if (!("databaseUrl" in worker)) throw new Error("This is no node.");
      // A settlement that has read the time and stands still.
      const settling = new pg.Client(worker.databaseUrl);
      await settling.connect();
      await settling.query(`begin; select pg_advisory_xact_lock_shared(${cursorLock})`);
      const later = Date.now() + 60_000;
      expect(await store.activity.count(later, () => {})).toBe(0);
      await settling.query("commit");
      await settling.end();
      expect(await store.activity.count(later, () => {})).toBe(1);
      const closed = await Promise.all(
        eachNode(place).map((node) => rawSql(node, "select closed_ms from activity_closed")),
      );
      expect(new Set(closed.map(([row]) => row?.["closed_ms"])).size).toBe(1);
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
