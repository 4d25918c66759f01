import { setTimeout as sleep } from "node:timers/promises";
import { hasPgBouncer, startPgBouncer } from "@portico/test-support/postgres/start-pgbouncer";
import { again, repeatedly, underLoad } from "../parts/under-load.ts";
import type { World, WorldOptions } from "../parts/world.ts";
import type { Effort, Scenario, Told } from "../scenario.ts";

/** SIGTERM over many open streams: each ends whole, and the process ends within its time. */
async function drain(world: World, { crowd }: Effort): Promise<Told> {
  const [member] = world.fleet.members;
  const [key] = world.keys;
  if (member === undefined || key === undefined) throw new Error("There is nobody.");
  // Twelve seconds of stream each: all are under way when the signal comes.
  world.upstream.behave({ paceMs: 400, words: 30 });
  const before = world.upstream.journal.length;
  const streams = Array.from({ length: crowd }, async (_, index) => {
    await sleep(index * 4);
    return world.driver.ask("streamed", key);
  });
  while (world.upstream.journal.length - before < crowd) await sleep(50);
  const startedMs = performance.now();
  const code = await member.stop();
  const tookMs = performance.now() - startedMs;
  const seen = await Promise.all(streams);
  const cut = seen.filter(({ end }) => end !== "whole").length;
  await member.start();
  return {
    faults: crowd,
    note: `${crowd} streams ended in ${(tookMs / 1000).toFixed(1)} s`,
    failures: [
      ...(cut === 0 ? [] : [`${cut} streams were cut off`]),
      ...(tookMs < 32_000 ? [] : [`the drain took ${Math.round(tookMs)} ms`]),
      ...(code === 0 ? [] : [`the gateway ended with ${code}`]),
    ],
  };
}

/** SIGHUP again and again to a cluster of two: nobody may notice, callers who keep their connections included. */
async function roll(world: World, { seconds }: Effort): Promise<Told> {
  const [member] = world.fleet.members;
  const since = world.driver.sightings.length;
  const faults = await underLoad(world, { lanes: 6, kinds: ["embeddings", "streamed"] }, () =>
    again(Math.max(seconds, 8), [3500, 5000], () => member?.signal("SIGHUP")),
  );
  const failed = world.driver.sightings
    .slice(since)
    .filter(({ end, status }) => end === "lost" || (status !== null && status >= 500));
  return {
    faults,
    failures: failed
      .slice(0, 5)
      .map(({ marker, status, reason }) => `${marker}: failed: ${status} ${reason}`),
    note: `${failed.length} failed of ${world.driver.sightings.length - since}`,
  };
}

/** Through a pooler that gives a connection for one transaction alone. */
const pooled = repeatedly([1000, 2000], async ({ fleet }, round) => {
  const { members } = fleet;
  members[round % members.length]?.kill();
  while (fleet.urls().length < members.length) await sleep(50);
});

const cluster: WorldOptions = { engine: "sqlite", gateways: 1, environment: { WORKERS: "2" } };

export const leavingScenarios: readonly Scenario[] = [
  {
    name: "drain",
    fault: "SIGTERM over open streams",
    world: { engine: "sqlite", gateways: 1 },
    run: drain,
  },
  { name: "rolling", fault: "SIGHUP to a cluster under load", world: cluster, run: roll },
  {
    name: "pooler",
    fault: "kill -9 behind PgBouncer in transaction mode",
    world: { engine: "postgres", between: (url) => startPgBouncer(url) },
    obstacle: () => (hasPgBouncer() ? null : "there is no pgbouncer in the path"),
    run: pooled,
  },
];
