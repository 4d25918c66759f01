import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@portico/test-support/free-port";
import { Command } from "commander";
import { compare, gatewayContender, startReferences } from "./contenders.ts";
import { startGateway } from "./gateway.ts";
import { measureMoney } from "./money.ts";
import { measureFreshProcess, measureOneCall, measureReader } from "./process-sections.ts";
import { type Running, residentKilobytes, start } from "./processes.ts";
import { type Figure, median, type Section, sectionToMarkdown, toMarkdown } from "./report.ts";
import { measureRooms } from "./rooms.ts";
import { measureFirstEvent, measureSlowStreams } from "./stream-sections.ts";
import { workloads } from "./workloads.ts";
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
  readonly against?: string;
  readonly top: string;
  readonly write?: boolean;
}

const command = new Command("bench")
  .description(
    "Measures the gateway beside a bare Node proxy and an Express proxy with a validator.",
  )
  .argument("[part]", "`rooms`: where the CPU time of a request goes")
  .option("--rounds <number>", "interleaved rounds", "3")
  .option("--seconds <number>", "of each measurement", "3")
  .option(
    "--only <text>",
    "only workloads whose name contains this; `worst` for the worst requests",
  )
  .option("--portkey <folder>", "beside a rival: where @portkey-ai/gateway is installed")
  .option("--against <commit>", "rooms: beside an older commit")
  .option("--top <number>", "rooms: so many functions too", "0")
  .option("--write", "keep the report in docs/benchmarks/")
  .parse();
const flags = command.opts<Flags>();
const rounds = { rounds: Number(flags.rounds), seconds: Number(flags.seconds) };

async function main(): Promise<void> {
  // First, because it is not sure to be there: nothing is left running then.
  const portkey = flags.portkey === undefined ? null : await startPortkey(flags.portkey);
  const upstream = await start("fake-upstream.ts", []);
  const contenders = [
    ...(await startReferences(upstream.url)),
    gatewayContender(await startGateway(upstream.url)),
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
      figures.push(...(await compare(contenders, workload, rounds)));
      process.stderr.write(`measured ${workload.name}\n`);
    }
  } finally {
    for (const { running } of contenders) await running.stop();
    await upstream.stop();
  }
  const sections: Section[] = [];
  for (const [name, measureSection] of Object.entries(others))
    if (isWanted(name)) sections.push(await measureSection());
  const report = [toMarkdown(figures, rounds), ...sections.map(sectionToMarkdown)].join("\n");
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
  "fresh process": measureFreshProcess,
  "one call": measureOneCall,
  reader: measureReader,
  money: () => measureMoney(rounds.seconds),
};

/** By itself, because it takes minutes. */
async function alone(name: string, sections: Promise<readonly Section[]>): Promise<void> {
  const report = (await sections).map(sectionToMarkdown).join("\n").replace(/^##/, "#");
  console.log(report);
  if (flags.write) writeFileSync(join(folder, `${name}.md`), report);
}

const folder = join(import.meta.dirname, "../../../docs/benchmarks");

function keep(report: string, figures: unknown): void {
  mkdirSync(folder, { recursive: true });
  const name = new Date().toISOString().slice(0, 10);
  writeFileSync(join(folder, `${name}.md`), report);
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`);
}

if (command.args[0] === "rooms")
  await alone(
    "rooms",
    measureRooms({ ...rounds, against: flags.against, isWanted, top: Number(flags.top) }),
  );
else if (flags.only === "worst")
  await alone(
    "worst-requests",
    measureWorstRequests().then((section) => [section]),
  );
else await main();
