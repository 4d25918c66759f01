import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { rawSql } from "@portico/server/proof/store";
import { mountSmallDisk, noSmallDisk, takeWhatIsLeft } from "@portico/test-support/small-disk";
import { again, randomBetween, underLoad } from "../parts/under-load.ts";
import type { World } from "../parts/world.ts";
import type { Effort, Scenario, Told } from "../scenario.ts";

const diskBytes = 24 * 1024 * 1024;

/** Another program fills the disk to its last byte and stays until somebody has noticed, again and again. */
async function fillDisk({ place, ...world }: World, { seconds }: Effort): Promise<Told> {
  if (!("dataFolder" in place)) throw new Error("This needs SQLite.");
  const { dataFolder } = place;
  const filler = join(dataFolder, "filler");
  const { sightings } = world.driver;
  const refusedSince = (from: number) =>
    sightings.slice(from).filter(({ status }) => status === 503).length;
  let noticed = 0;
  const faults = await underLoad({ place, ...world }, {}, () =>
    again(seconds, [300, 1000], async () => {
      const before = sightings.length;
      // What the log has of the disk already is written anew before it asks for more.
      for (let tries = 0; tries < 200 && refusedSince(before) === 0; tries += 1) {
        await takeWhatIsLeft(dataFolder, filler);
        await sleep(50);
      }
      if (refusedSince(before) > 0) noticed += 1;
      await sleep(randomBetween(0, 500));
      await writeFile(filler, "");
    }),
  );
  return {
    faults,
    note: `${refusedSince(0)} answered 503`,
    failures: noticed === 0 ? ["the disk was never full"] : [],
  };
}

const clockFile = join(tmpdir(), `portico-survival-clock-${process.pid}`);
const dayMs = 86_400_000;
/** Hours and months, forwards and backwards. */
const shiftsMs = [3_600_000, dayMs, -dayMs, 40 * dayMs, 0, -3_600_000, -30 * dayMs, 400 * dayMs, 0];

async function jump(world: World, { seconds }: Effort): Promise<Told> {
  const faults = await underLoad(world, {}, () =>
    again(seconds, [200, 700], (round) =>
      writeFile(clockFile, String(shiftsMs[round % shiftsMs.length])),
    ),
  );
  await writeFile(clockFile, "0");
  const [row] = await rawSql(world.place, "select count(distinct charged_day) as days from ledger");
  const days = Number(row?.["days"]);
  return {
    faults,
    note: `charged on ${days} days`,
    failures: failuresOfDays(world, days),
  };
}

/** On PostgreSQL the database's clock counts, which stays: midnight may come once. */
function failuresOfDays({ place }: World, days: number): string[] {
  if ("databaseUrl" in place) return days <= 2 ? [] : ["a gateway's own clock was believed"];
  return days > 1 ? [] : ["the clock of the gateways never jumped"];
}

/** Little memory, large requests, many of them: the process may die of it, and nothing else may happen. */
async function starve(world: World, { seconds }: Effort): Promise<Told> {
  const [key] = world.keys;
  if (key === undefined) throw new Error("There are no keys.");
  const large = { padding: 1_500_000 };
  const untilMs = performance.now() + seconds * 1000;
  const lane = async () => {
    while (performance.now() < untilMs) {
      const { end } = await world.driver.ask("embeddings", key, large);
      if (end !== "whole") await sleep(200);
    }
  };
  await underLoad(world, { lanes: 4 }, () => Promise.all(Array.from({ length: 24 }, lane)));
  return {
    faults: world.driver.sightings.length,
    note: `${world.fleet.crashes()} died of it`,
  };
}

/** A long load; says how the heap has grown after the first quarter, when everything has warmed up. */
async function soak(world: World, { seconds }: Effort): Promise<Told> {
  const samples: { readonly atMs: number; readonly heapBytes: number }[] = [];
  await underLoad(world, { lanes: 6 }, () =>
    again(seconds, [1000, 1000], async () => {
      const [url = ""] = world.fleet.urls();
      const text = await fetch(`${url}/metrics`).then((reply) => reply.text());
      const bytes = /^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1];
      samples.push({ atMs: performance.now(), heapBytes: Number(bytes) });
    }),
  );
  const warm = samples.slice(Math.floor(samples.length / 4));
  const [member] = world.fleet.members;
  const status = await readFile(`/proc/${member?.pid}/status`, "utf8").catch(() => "");
  const resident = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  const lost = world.driver.sightings.filter(({ end }) => end === "lost").length;
  return {
    faults: 0,
    note: `heap ${slopeOf(warm).toFixed(2)} MB/min, ${resident.toFixed(0)} MB resident`,
    failures: lost === 0 ? [] : [`${lost} connections were lost though nothing was wrong`],
  };
}

/** Least squares over the samples, in megabytes a minute. */
function slopeOf(samples: readonly { readonly atMs: number; readonly heapBytes: number }[]) {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
  const atMs = mean(samples.map((sample) => sample.atMs));
  const bytes = mean(samples.map((sample) => sample.heapBytes));
  let covariance = 0;
  let variance = 0;
  for (const sample of samples) {
    covariance += (sample.atMs - atMs) * (sample.heapBytes - bytes);
    variance += (sample.atMs - atMs) ** 2;
  }
  return variance === 0 ? 0 : ((covariance / variance) * 60_000) / 1_048_576;
}

const clockPreload = new URL("../parts/shifted-clock.ts", import.meta.url).href;
const clockEnvironment = {
  NODE_OPTIONS: `--import=${clockPreload}`,
  PORTICO_SURVIVAL_CLOCK: clockFile,
};

export const machineScenarios: readonly Scenario[] = [
  {
    name: "disk-full",
    fault: "the disk of SQLite is full",
    world: { engine: "sqlite", prepareFolder: (folder) => mountSmallDisk(folder, diskBytes) },
    obstacle: noSmallDisk,
    run: fillDisk,
  },
  {
    name: "clock-sqlite",
    fault: "clocks jump by hours, days and months, SQLite",
    world: { engine: "sqlite", environment: clockEnvironment },
    run: jump,
  },
  {
    name: "clock-postgres",
    fault: "clocks jump by hours, days and months, PostgreSQL",
    world: { engine: "postgres", environment: clockEnvironment },
    run: jump,
  },
  {
    name: "memory",
    fault: "48 MB of heap and large requests",
    world: { engine: "sqlite", environment: { NODE_OPTIONS: "--max-old-space-size=48" } },
    run: starve,
  },
  {
    name: "soak",
    fault: "nothing: load alone",
    isHarmless: true,
    world: { engine: "sqlite" },
    run: soak,
  },
];
