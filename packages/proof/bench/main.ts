import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@portico/test-support/free-port";
import { Command } from "commander";
import { measureFirstEvent } from "./first-event.ts";
import { startGateway } from "./gateway.ts";
import type { LoadOrder } from "./load.ts";
import { measureMoney } from "./money.ts";
import { cpuSeconds, load, type Running, residentKilobytes, start } from "./processes.ts";
import { expressReference, type Figure, median, reference, toMarkdown } from "./report.ts";
import { type Section, sectionToMarkdown } from "./section.ts";
import { measureSlowStreams } from "./slow-streams.ts";
import { type Workload, workloads } from "./workloads.ts";
import { measureWorstRequests } from "./worst-requests.ts";

/** Which of its providers to ask by, and where that one is: a vendor whose dialect is OpenAI's. */
function portkeyHeaders(upstream: string): Readonly<Record<string, string>> {
  return { "x-portkey-provider": "together-ai", "x-portkey-custom-host": upstream };
}

/** A rival, as its own command starts it, from a folder where `npm install @portkey-ai/gateway` was run. */
async function startPortkey(folder: string): Promise<Running> {
  const script = resolve(folder, "node_modules/@portkey-ai/gateway/build/start-server.js");
  if (!existsSync(script))
    throw new Error(`${script} is not there: run npm install @portkey-ai/gateway in ${folder}.`);
  // It writes a stack for each failure, which the report counts.
  return start(script, [`--port=${await freePort()}`, "--headless"], {}, [], "ignore");
}

const starts = 7;

/** How long a start takes on a store that is there, and what a process that does nothing holds. */
async function measureFootprint(): Promise<Section> {
  const upstream = await start("fake-upstream.ts", []);
  const folder = mkdtempSync(join(tmpdir(), "portico-bench-"));
  await (await startGateway(upstream.url, {}, folder)).stop();
  const readyMs: number[] = [];
  const idleMegabytes: number[] = [];
  for (let round = 0; round < starts; round += 1) {
    const startedMs = performance.now();
    const gateway = await startGateway(upstream.url, {}, folder);
    while (!(await fetch(`${gateway.url}/readyz`)).ok) await sleep(1);
    readyMs.push(performance.now() - startedMs);
    await sleep(1500);
    idleMegabytes.push(residentKilobytes(gateway) / 1024);
    await gateway.stop();
  }
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
  const row = (name: string, values: readonly number[]) => [
    name,
    median(values).toFixed(0),
    Math.min(...values).toFixed(0),
    Math.max(...values).toFixed(0),
  ];
  return {
    title: "Start and idle memory",
    note: `${starts} starts on an existing SQLite store, from the process's creation to the first 200 of /readyz; memory is the resident set 1.5 s later.`,
    head: ["what", "median", "least", "most"],
    rows: [row("start to ready, ms", readyMs), row("idle memory, MB", idleMegabytes)],
  };
}

interface Flags {
  readonly rounds: string;
  readonly seconds: string;
  readonly only?: string;
  readonly portkey?: string;
  readonly write?: boolean;
}

const flags = new Command("bench")
  .description(
    "Measures the gateway beside a bare Node proxy and an Express proxy with a validator.",
  )
  .option("--rounds <number>", "interleaved rounds", "3")
  .option("--seconds <number>", "of each measurement", "3")
  .option(
    "--only <text>",
    "only workloads whose name contains this; `worst` for the worst requests",
  )
  .option("--portkey <folder>", "beside a rival: where @portkey-ai/gateway is installed")
  .option("--write", "keep the report in docs/benchmarks/")
  .parse()
  .opts<Flags>();

interface Contender {
  readonly name: string;
  readonly running: Running;
  readonly order: (workload: Workload) => Pick<LoadOrder, "path" | "key" | "headers" | "body">;
}

interface Sample {
  readonly requestsPerSecond: number;
  readonly cpuMicroseconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
}

/** As many as it takes until code is compiled; on a busy host that takes longer, so it is counted in replies. */
const warmingReplies = 12_000;
const longestWarmUpMs = 20_000;
/** Before each round: connections are made again. */
const settlingMs = 300;

async function warmUp(contender: Contender, workload: Workload): Promise<void> {
  const until = performance.now() + longestWarmUpMs;
  for (let replies = 0; replies < warmingReplies && performance.now() < until; )
    replies += (await load({ ...orderOf(contender, workload), durationMs: 1000 })).replies;
}

function orderOf({ running, order }: Contender, workload: Workload) {
  return { url: running.url, connections: workload.connections, ...order(workload) };
}

async function measure(contender: Contender, workload: Workload, seconds: number): Promise<Sample> {
  const order = orderOf(contender, workload);
  await load({ ...order, durationMs: settlingMs });
  const cpuBefore = cpuSeconds(contender.running);
  const result = await load({ ...order, durationMs: seconds * 1000 });
  const cpu = cpuSeconds(contender.running) - cpuBefore;
  return {
    requestsPerSecond: result.replies / (result.durationMs / 1000),
    cpuMicroseconds: (cpu / Math.max(1, result.replies)) * 1e6,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    failures: result.failures,
  };
}

async function compare(contenders: readonly Contender[], workload: Workload): Promise<Figure[]> {
  const samples = new Map<string, Sample[]>();
  for (const contender of contenders) await warmUp(contender, workload);
  for (let round = 0; round < Number(flags.rounds); round += 1)
    for (const contender of contenders) {
      const sample = await measure(contender, workload, Number(flags.seconds));
      samples.set(contender.name, [...(samples.get(contender.name) ?? []), sample]);
    }
  return contenders.map(({ name }) => {
    const mine = samples.get(name) ?? [];
    const of = (key: keyof Sample): number => median(mine.map((sample) => sample[key]));
    return {
      workload: workload.name,
      contender: name,
      requestsPerSecond: of("requestsPerSecond"),
      cpuMicrosecondsPerRequest: of("cpuMicroseconds"),
      p50Ms: of("p50Ms"),
      p99Ms: of("p99Ms"),
      failures: mine.reduce((sum, { failures }) => sum + failures, 0),
    };
  });
}

async function main(): Promise<void> {
  // First, because it is not sure to be there: nothing is left running then.
  const portkey = flags.portkey === undefined ? null : await startPortkey(flags.portkey);
  const upstream = await start("fake-upstream.ts", []);
  const bare = await start("bare-proxy.ts", [upstream.url]);
  const express = await start("express-proxy.ts", [upstream.url]);
  const gateway = await startGateway(upstream.url);
  const passing = ({ upstreamPath, upstreamBody }: Workload) => ({
    path: upstreamPath,
    key: "none",
    body: upstreamBody,
  });
  const asking =
    (key: string) =>
    ({ path, body }: Workload) => ({ path: `/api/v1${path}`, key, body });
  const contenders: Contender[] = [
    { name: reference, running: bare, order: passing },
    { name: expressReference, running: express, order: asking("none") },
    { name: "Portico", running: gateway, order: asking(gateway.apiKey) },
  ];
  if (portkey !== null)
    contenders.push({
      name: "Portkey",
      running: portkey,
      order: ({ upstreamPath, upstreamBody }) => ({
        path: `/v1${upstreamPath}`,
        key: "none",
        headers: portkeyHeaders(upstream.url),
        body: upstreamBody,
      }),
    });
  const figures: Figure[] = [];
  try {
    for (const workload of workloads.filter(({ name }) => isWanted(name))) {
      figures.push(...(await compare(contenders, workload)));
      process.stderr.write(`measured ${workload.name}\n`);
    }
  } finally {
    for (const { running } of contenders) await running.stop();
    await upstream.stop();
  }
  const sections: Section[] = [];
  for (const [name, measureSection] of Object.entries(others))
    if (isWanted(name)) sections.push(await measureSection());
  const report = [
    toMarkdown(figures, Number(flags.rounds), Number(flags.seconds)),
    ...sections.map(sectionToMarkdown),
  ].join("\n");
  console.log(report);
  if (flags.write) keep(report, { figures, sections });
}

function isWanted(name: string): boolean {
  return name.includes(flags.only ?? "");
}

/** Beside the workloads; chosen by `--only` in the same way. */
const others: Readonly<Record<string, () => Promise<Section>>> = {
  "first event": measureFirstEvent,
  "slow streams": measureSlowStreams,
  footprint: measureFootprint,
  money: () => measureMoney(Number(flags.seconds)),
};

/** By itself, because it takes minutes: `--only worst`. */
async function measureAttacks(): Promise<void> {
  const section = await measureWorstRequests();
  const report = sectionToMarkdown(section).replace(/^##/, "#");
  console.log(report);
  if (flags.write) writeFileSync(join(folder, "worst-requests.md"), report);
}

const folder = join(import.meta.dirname, "../../../docs/benchmarks");

function keep(report: string, figures: unknown): void {
  mkdirSync(folder, { recursive: true });
  const name = new Date().toISOString().slice(0, 10);
  writeFileSync(join(folder, `${name}.md`), report);
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`);
}

await (flags.only === "worst" ? measureAttacks() : main());
