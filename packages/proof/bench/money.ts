import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Caller,
  firstTenant,
  openStore,
  type StorePlace,
  sampleCaller,
} from "@portico/server/proof/store";
import { startPostgres } from "@portico/test-support/postgres/start-postgres";
import type { MoneyOrder, MoneyResult } from "./money-load.ts";
import type { Section } from "./report.ts";

const connections = [1, 32, 128, 512] as const;
const keyCounts = [1, 1000] as const;
const warmUpMs = 500;

/** Admission and settlement without a gateway around them: what money alone allows and costs. */
export async function measureMoney(seconds: number): Promise<Section> {
  const rows: (readonly string[])[] = [];
  const folder = mkdtempSync(join(tmpdir(), "portico-bench-"));
  rows.push(...(await measurePlace("SQLite", { dataFolder: folder }, 1, seconds)));
  rmSync(folder, { recursive: true, force: true });
  const postgres = await startPostgres({ fsync: true });
  const databaseUrl = `${postgres.url}/postgres`;
  rows.push(...(await measurePlace("PostgreSQL", { databaseUrl }, 1, seconds)));
  rows.push(...(await measurePlace("PostgreSQL", { databaseUrl }, 4, seconds)));
  await postgres.stop();
  return {
    title: "Admission and settlement alone",
    note: `Each request is admitted, then settled durably; ${seconds} s each. CPU is that of the gateway's processes, not of PostgreSQL's (fsync on).`,
    head: ["store", "processes", "keys", "connections", "requests/s", "CPU µs", "p50 ms", "p99 ms"],
    rows,
  };
}

async function measurePlace(
  name: string,
  place: StorePlace,
  processes: number,
  seconds: number,
): Promise<string[][]> {
  const callers = await makeCallers(place);
  const children = await Promise.all(Array.from({ length: processes }, () => startLoad(place)));
  const rows: string[][] = [];
  for (const keys of keyCounts)
    for (const total of connections) {
      if (total < processes) continue;
      const order = { callers: callers.slice(0, keys), connections: total / processes };
      await Promise.all(children.map((child) => run(child, { ...order, durationMs: warmUpMs })));
      const results = await Promise.all(
        children.map((child) => run(child, { ...order, durationMs: seconds * 1000 })),
      );
      rows.push([name, String(processes), String(keys), String(total), ...figuresOf(results)]);
      process.stderr.write(`measured ${rows.at(-1)?.join(" ")}\n`);
    }
  for (const child of children) {
    child.send("end");
    await once(child, "exit");
  }
  return rows;
}

function figuresOf(results: readonly MoneyResult[]): string[] {
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  const perSecond = results.reduce(
    (sum, result) => sum + result.requests / (result.durationMs / 1000),
    0,
  );
  const cpu = results.reduce((sum, { cpuMicroseconds }) => sum + cpuMicroseconds, 0);
  const worst = (of: "p50Ms" | "p99Ms") => Math.max(...results.map((result) => result[of]));
  return [
    perSecond.toFixed(0),
    (cpu / Math.max(1, requests)).toFixed(0),
    worst("p50Ms").toFixed(2),
    worst("p99Ms").toFixed(2),
  ];
}

let known: Promise<readonly Caller[]> | null = null;
let knownPlace = "";

async function makeCallers(place: StorePlace): Promise<readonly Caller[]> {
  if (known === null || knownPlace !== JSON.stringify(place)) {
    knownPlace = JSON.stringify(place);
    known = newCallers(place);
  }
  return known;
}

async function newCallers(place: StorePlace): Promise<readonly Caller[]> {
  const store = await openStore(place);
  const tenant = await firstTenant(store);
  const { organisationId, workspaceId } = tenant;
  const callers: Caller[] = [];
  for (let made = 0; made < Math.max(...keyCounts); made += 1) {
    const { id, hash } = await tenant.key({ limitNanousd: 1_000_000_000_000 });
    callers.push(sampleCaller({ keyId: id, keyHash: hash, organisationId, workspaceId }));
  }
  await store.close();
  return callers;
}

async function startLoad(place: StorePlace): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "money-load.ts"), [JSON.stringify(place)]);
  await once(child, "message");
  return child;
}

async function run(child: ChildProcess, order: MoneyOrder): Promise<MoneyResult> {
  child.send(order);
  const [result] = await once(child, "message");
  return result;
}
