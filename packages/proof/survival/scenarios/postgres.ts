import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { breakConnections, withClient } from "../parts/laboratory.ts";
import { randomBetween, repeatedly } from "../parts/under-load.ts";
import type { WorldOptions } from "../parts/world.ts";
import type { Scenario } from "../scenario.ts";

const world: WorldOptions = { engine: "postgres" };

/** An orderly stop and a crash in turn, each for a second or two. */
const restart = repeatedly([500, 1500], async (_, round, laboratory) => {
  const postgres = await laboratory.postgres();
  await postgres.command(round % 2 === 0 ? "kill" : "stop");
  await sleep(randomBetween(100, 2000));
  await postgres.command("start");
});

/** Nothing comes through any more, with and without what was asked; or everything comes late. */
const slow = repeatedly([300, 1200], async ({ proxy }, round) => {
  if (proxy === null) throw new Error("There is no proxy.");
  const happenings = [() => proxy.stall(), () => proxy.mute(), () => proxy.delay(400)];
  happenings[round % happenings.length]?.();
  // Sometimes shorter than the gateway's patience with a statement, sometimes longer.
  await sleep(randomBetween(200, round % 2 === 0 ? 1500 : 7000));
  await proxy.resume();
});

/** The network breaks every connection, in the middle of whatever they carry. */
const cut = repeatedly([50, 500], async ({ proxy }) => {
  await proxy?.stop();
  await sleep(randomBetween(0, 300));
  await proxy?.resume();
});

/** A fail-over to a standby that is not promoted yet. */
const readOnly = repeatedly([500, 1500], async ({ databaseUrl }) => {
  const set = async (value: "on" | "off") => {
    const name = new URL(databaseUrl).pathname.slice(1);
    const base = databaseUrl.replace(/[^/]*$/, "postgres");
    await withClient(base, (client) =>
      client.query(`alter database ${name} set default_transaction_read_only = ${value}`),
    );
    await breakConnections(databaseUrl);
  };
  await set("on");
  await sleep(randomBetween(300, 1500));
  await set("off");
});

/** Others have taken every connection that the server gives. */
const connections = repeatedly([500, 1500], async ({ databaseUrl }) => {
  const taken: pg.Client[] = [];
  // The gateways' own are broken first, so that they are among those who get none.
  await breakConnections(databaseUrl);
  for (;;) {
    const client = new pg.Client(databaseUrl);
    client.on("error", () => {});
    const isTaken = await client.connect().then(
      () => true,
      () => false,
    );
    if (!isTaken) break;
    taken.push(client);
  }
  await sleep(randomBetween(500, 2000));
  await Promise.all(taken.map((client) => client.end()));
});

/** Somebody's session sits on the rows that every request needs. */
const locks = repeatedly([300, 1000], ({ databaseUrl }, round) =>
  withClient(databaseUrl, async (client) => {
    await client.query("begin");
    await client.query(
      round % 2 === 0
        ? "select 1 from key_balances for update"
        : "lock table ledger in access exclusive mode",
    );
    await sleep(randomBetween(200, 5000));
    await client.query("rollback");
  }),
);

export const postgresScenarios: readonly Scenario[] = [
  { name: "postgres-restart", fault: "PostgreSQL stopped, crashed, started", world, run: restart },
  { name: "postgres-slow", fault: "PostgreSQL stalled, mute, slow", world, run: slow },
  { name: "postgres-cut", fault: "network to PostgreSQL cut", world, run: cut },
  { name: "postgres-read-only", fault: "PostgreSQL read-only", world, run: readOnly },
  { name: "postgres-connections", fault: "PostgreSQL out of connections", world, run: connections },
  { name: "postgres-locks", fault: "another session locks rows and tables", world, run: locks },
];
