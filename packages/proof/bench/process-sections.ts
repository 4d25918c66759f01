import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startPostgres } from "@portico/test-support/postgres/start-postgres";
import type { Ask } from "./client.ts";
import { type Contender, gatewayContender, orderOf, startReferences } from "./contenders.ts";
import { startGateway } from "./gateway.ts";
import { cpuSeconds, load, start } from "./processes.ts";
import { median, type Section } from "./report.ts";
import { type Workload, workloads } from "./workloads.ts";

const measured = ["embeddings 1×8 float, openai", "responses JSON"] as const;
const rounds = 3;

function workloadOf(name: string): Workload {
  const found = workloads.find((workload) => workload.name === name);
  if (found === undefined) throw new Error(`No workload is named ${name}.`);
  return found;
}

const firstRequests = 2_000;
/** Compiled by then. */
const laterRequests = 30_000;

/** What the first requests of a process cost, beside those that it answers once all is compiled. */
export async function measureFreshProcess(): Promise<Section> {
  const upstream = await start("fake-upstream.ts", []);
  const folder = mkdtempSync(join(tmpdir(), "portico-bench-"));
  // Its store and its compiled code are there, as after a restart.
  await (await startGateway(upstream.url, {}, folder)).stop();
  const rows: string[][] = [];
  for (const name of measured) {
    const found = new Map<string, Costs[]>();
    for (let round = 0; round < rounds; round += 1) {
      const gateway = gatewayContender(await startGateway(upstream.url, {}, folder));
      for (const contender of [...(await startReferences(upstream.url)), gateway]) {
        const costs = await firstAndLater(contender, workloadOf(name));
        found.set(contender.name, [...(found.get(contender.name) ?? []), costs]);
        await contender.running.stop();
      }
    }
    for (const [contender, samples] of found) {
      const of = (key: keyof Costs) => median(samples.map((costs) => costs[key]));
      const [first, later] = [of("first"), of("later")];
      const ratio = (first / later).toFixed(2);
      rows.push([name, contender, first.toFixed(0), later.toFixed(0), ratio]);
    }
  }
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
  return {
    title: "Fresh process",
    note: `CPU µs a request of the first ${firstRequests} requests of a process, and of as many after ${laterRequests}; medians of ${rounds} processes.`,
    head: ["workload", "contender", "first", "later", "first : later"],
    rows,
  };
}

interface Costs {
  readonly first: number;
  readonly later: number;
}

async function firstAndLater(contender: Contender, workload: Workload): Promise<Costs> {
  const costOf = async (replies: number) => {
    const before = cpuSeconds(contender.running);
    const order = { ...orderOf(contender, workload), durationMs: 120_000, mostReplies: replies };
    const done = await load(order);
    return ((cpuSeconds(contender.running) - before) / Math.max(1, done.replies)) * 1e6;
  };
  const first = await costOf(firstRequests);
  await costOf(laterRequests);
  return { first, later: await costOf(firstRequests) };
}

const aloneMs = 4_000;

/** What one call at a time waits for beyond its upstream, by store. */
export async function measureOneCall(): Promise<Section> {
  const upstream = await start("fake-upstream.ts", []);
  const postgres = await startPostgres({ fsync: true });
  const settings = {
    SQLite: {},
    PostgreSQL: {
      DATABASE_URL: `${postgres.url}/postgres`,
      PORTICO_SECRET: Buffer.alloc(32, "bench").toString("base64"),
    },
  };
  const rows: string[][] = [];
  for (const [store, environment] of Object.entries(settings)) {
    const gateway = await startGateway(upstream.url, environment);
    for (const name of measured) {
      const workload = workloadOf(name);
      const { upstreamPath: path, upstreamBody: body } = workload;
      const direct = { url: upstream.url, path, key: "none", body };
      const asked = orderOf(gatewayContender(gateway), workload);
      const [alone, through] = [await p50Of(direct), await p50Of(asked)];
      rows.push([store, name, ...[alone, through, through - alone].map((ms) => ms.toFixed(2))]);
    }
    await gateway.stop();
  }
  await postgres.stop();
  await upstream.stop();
  return {
    title: "One call alone",
    note: "Medians on one kept connection, one call after the other; both stores wait for the disk, PostgreSQL is on loopback.",
    head: ["store", "workload", "upstream ms", "gateway ms", "added ms"],
    rows,
  };
}

async function p50Of(order: Ask): Promise<number> {
  const alone = { ...order, connections: 1, durationMs: aloneMs };
  await load(alone);
  return (await load(alone)).p50Ms;
}

const days = 90;
const groups = 300;
const readerMs = 5_000;

/** What a reader of long activity, who asks again as soon as it has the answer, takes of a node's calls. */
export async function measureReader(): Promise<Section> {
  const upstream = await start("fake-upstream.ts", []);
  const folder = mkdtempSync(join(tmpdir(), "portico-bench-"));
  const gateway = await startGateway(upstream.url, {}, folder);
  const order = {
    ...orderOf(gatewayContender(gateway), workloadOf(measured[0])),
    durationMs: readerMs,
  };
  await load(order);
  fillActivity(join(folder, "portico.db"));
  const before = await load(order);
  const reader = { isOver: false, reads: 0 };
  const reading = readOn(`${gateway.url}/api/v1`, gateway.managementKey, reader);
  const during = await load(order);
  reader.isOver = true;
  await reading;
  await gateway.stop();
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
  const rate = ({ replies, durationMs }: typeof before) => replies / (durationMs / 1000);
  return {
    title: "Reader of activity",
    note: `Embeddings at 32 connections beside one reader of ${days} days of ${groups} groups, in a loop; on SQLite.`,
    head: ["calls/s alone", "beside the reader", "share left", "reads/s"],
    rows: [
      [
        rate(before).toFixed(0),
        rate(during).toFixed(0),
        (rate(during) / rate(before)).toFixed(2),
        (reader.reads / (readerMs / 1000)).toFixed(1),
      ],
    ],
  };
}

async function readOn(
  api: string,
  key: string,
  reader: { isOver: boolean; reads: number },
): Promise<void> {
  const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const url = `${api}/activity?start_date=${dayOf(days - 1)}&end_date=${dayOf(0)}`;
  while (!reader.isOver) {
    const reply = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    if (!reply.ok) throw new Error(`${url} answers ${reply.status}: ${await reply.text()}`);
    await reply.arrayBuffer();
    reader.reads += 1;
  }
}

/** Repeats what today's calls have left, for each of the days before and for each group. */
function fillActivity(path: string): void {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  const columns = database
    .prepare("select name from pragma_table_info('activity_days')")
    .all()
    .map(({ name }) => String(name));
  const values = columns.map((name) => {
    if (name === "day") return "day - ago.value";
    return name === "group_id" ? "group_id || '-' || part.value" : name;
  });
  database.exec(`insert into activity_days (${columns.join(", ")})
    with recursive ago (value) as (select 1 union all select value + 1 from ago where value < ${days - 1}),
      part (value) as (select 1 union all select value + 1 from part where value < ${groups})
    select ${values.join(", ")} from (select * from activity_days limit 1), ago, part`);
  database.close();
}
